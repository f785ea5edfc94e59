import { Body, Controller, HttpCode, Inject, Ip, Post } from '@nestjs/common';
import type { ContactMessage } from '@skiptrace/contract';
import { SupportMessages } from './messages.js';

@Controller('api/contact')
export class ContactController {
  constructor(@Inject(SupportMessages) private readonly messages: SupportMessages) {}

  @Post()
  @HttpCode(200)
  send(@Body() message: ContactMessage, @Ip() ipAddress: string) {
    return this.messages.send(message, ipAddress);
  }
}
