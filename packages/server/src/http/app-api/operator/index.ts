export { OPERATOR_SERVICE, OperatorAccountsController } from './accounts.controller.js';
export { OperatorOwnersController } from './owners.controller.js';
export { OperatorServiceController } from './service.controller.js';
