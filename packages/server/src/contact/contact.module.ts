import { Module, type DynamicModule } from '@nestjs/common';
import { ContactController } from './contact.controller.js';
import { SupportMessages } from './messages.js';

@Module({})
export class ContactModule {
  static with(messages: SupportMessages): DynamicModule {
    return {
      module: ContactModule,
      controllers: [ContactController],
      providers: [{ provide: SupportMessages, useValue: messages }],
    };
  }
}
