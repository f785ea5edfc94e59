import type { IncomingMessage } from 'node:http';
import { Controller, Get, HttpCode, Inject, Param, Put, Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { LinkQuery } from '../storage/index.js';
import { Downloads } from './downloads.js';
import { bodyArrival } from './multipart.js';
import { sendDownload } from './send-download.js';
import { Uploads } from './uploads.js';

/** The folder of the local file store, from which results are served. */
export const FILES_ROOT = Symbol('FilesRoot');

/** Signed links: they work without a key (readings 22, 32). */
@Controller('files')
export class FilesController {
  constructor(
    @Inject(Uploads) private readonly uploads: Uploads,
    @Inject(Downloads) private readonly downloads: Downloads,
    @Inject(FILES_ROOT) private readonly root: string,
  ) {}

  @Put('uploads/:jobId')
  @HttpCode(200)
  put(@Param('jobId') jobId: string, @Query() query: LinkQuery, @Req() request: IncomingMessage) {
    return this.uploads.presigned(jobId, query, bodyArrival(request));
  }

  @Get('downloads/:jobId')
  async download(@Param('jobId') jobId: string, @Query() query: LinkQuery, @Res() response: Response) {
    await sendDownload(response, this.root, await this.downloads.open(jobId, query));
  }
}
