export { ContactModule } from './contact.module.js';
export { SupportMessageEntity, SupportMessages, type SupportMessage } from './messages.js';
