import { Body, Controller, HttpCode, Inject, Ip, Post, Res } from '@nestjs/common';
import type { ContactMessage, ContactMessageResponse } from '@skiptrace/contract';
import type { Response } from 'express';
import { SupportMessages } from '../../contact/index.js';
import { rateHeaders } from '../rate-headers.js';

@Controller('api/contact')
export class ContactController {
  constructor(@Inject(SupportMessages) private readonly messages: SupportMessages) {}

  @Post()
  @HttpCode(200)
  async send(
    @Body() message: ContactMessage,
    @Ip() ipAddress: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ContactMessageResponse> {
    response.set(rateHeaders(await this.messages.send(message, ipAddress)));
    return { success: true };
  }
}
