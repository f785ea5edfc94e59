import { Module, type DynamicModule } from '@nestjs/common';
import { Downloads } from './downloads.js';
import { FILES_ROOT, FilesController } from './files.controller.js';
import { JobsController } from './jobs.controller.js';
import { Jobs } from './jobs.js';
import { Uploads } from './uploads.js';

/** What answers the job endpoints and the signed links. */
export interface JobServices {
  jobs: Jobs;
  uploads: Uploads;
  downloads: Downloads;
  /** Folder of the local file store (LocalFileStore.root). */
  filesRoot: string;
}

@Module({})
export class JobsModule {
  static with({ jobs, uploads, downloads, filesRoot }: JobServices): DynamicModule {
    return {
      module: JobsModule,
      controllers: [JobsController, FilesController],
      providers: [
        { provide: Jobs, useValue: jobs },
        { provide: Uploads, useValue: uploads },
        { provide: Downloads, useValue: downloads },
        { provide: FILES_ROOT, useValue: filesRoot },
      ],
    };
  }
}
