import type { IncomingMessage } from 'node:http';
import { Controller, Get, HttpCode, Inject, Param, Put, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { LinkQuery } from '../../../platform/storage/index.js';
import { Downloads, Uploads } from '../../../work/jobs/index.js';
import { bodyArrival } from './multipart.js';
import { sendDownload } from './send-download.js';

/** Signed links: they work without a key (readings 22, 32). */
@Controller('files')
export class FilesController {
  constructor(
    @Inject(Uploads) private readonly uploads: Uploads,
    @Inject(Downloads) private readonly downloads: Downloads,
  ) {}

  @Put('uploads/:jobId')
  @HttpCode(200)
  put(@Param('jobId') jobId: string, @Query() query: LinkQuery, @Req() request: IncomingMessage) {
    return this.uploads.presigned(jobId, query, bodyArrival(request));
  }

  @Get('downloads/:jobId')
  async download(
    @Param('jobId') jobId: string,
    @Query() query: LinkQuery,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const download = await this.downloads.open(jobId, query);
    if (download.url === null) await sendDownload(request, response, download);
    else response.redirect(download.url.href);
  }
}
