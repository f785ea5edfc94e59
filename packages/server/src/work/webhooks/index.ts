export { EVENT_TYPES, webhookEntities, type Delivery, type Endpoint, type EventType } from './entities.js';
export { WebhookTask } from './webhook-task.js';
export { payloadOf, WEBHOOK_TASK, Webhooks, type LoggedDelivery } from './webhooks.js';
