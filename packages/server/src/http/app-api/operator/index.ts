export { OperatorAccountsController } from './accounts.controller.js';
export { OperatorJobsController } from './jobs.controller.js';
export { OPERATOR_SERVICE } from './operator-service.js';
export { OperatorOwnersController } from './owners.controller.js';
export { OperatorPeopleController } from './people.controller.js';
export { OperatorRequestsController } from './requests.controller.js';
export { OperatorServiceController } from './service.controller.js';
export { OperatorSupportController } from './support.controller.js';
