import type { IncomingMessage } from 'node:http';
import { Controller, Get, HttpCode, Inject, Param, Put, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { LinkQuery } from '../../../platform/storage/index.js';
import type { Service } from '../../service/service.js';
import { SERVICE } from '../app-operation.js';
import { bodyArrival } from './multipart.js';
import { sendDownload } from './send-download.js';

/** Signed links: they work without a key (readings 22, 32). */
@Controller('files')
export class FilesController {
  constructor(@Inject(SERVICE) private readonly service: Service) {}

  @Put('uploads/:jobId')
  @HttpCode(200)
  put(@Param('jobId') jobId: string, @Query() query: LinkQuery, @Req() request: IncomingMessage) {
    return this.service.jobs.uploads.presigned(jobId, query, bodyArrival(request));
  }

  @Get('downloads/:jobId')
  async download(
    @Param('jobId') jobId: string,
    @Query() query: LinkQuery,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const download = await this.service.jobs.downloads.open(jobId, query);
    if (download.url === null) await sendDownload(request, response, download);
    else response.redirect(download.url.href);
  }
}
