/** The injection token (Nest) of the service in the operator's controllers. */
export const OPERATOR_SERVICE = Symbol('OperatorService');
