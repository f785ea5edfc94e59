import { Module, type DynamicModule } from '@nestjs/common';
import { Downloads } from './downloads.js';
import { FilesController } from './files.controller.js';
import { JobsController } from './jobs.controller.js';
import { Jobs } from './jobs.js';
import { Uploads } from './uploads.js';

/** What answers the job endpoints and the signed links. */
export interface JobServices {
  jobs: Jobs;
  uploads: Uploads;
  downloads: Downloads;
}

@Module({})
export class JobsModule {
  static with({ jobs, uploads, downloads }: JobServices): DynamicModule {
    return {
      module: JobsModule,
      controllers: [JobsController, FilesController],
      providers: [
        { provide: Jobs, useValue: jobs },
        { provide: Uploads, useValue: uploads },
        { provide: Downloads, useValue: downloads },
      ],
    };
  }
}
