/** Says why a program of the tests can't be started here, and what to do. Printed without a stack: nothing in the code is wrong. */
export class CannotStart extends Error {
  constructor(message) {
    super(message);
    this.stack = message;
  }
}
