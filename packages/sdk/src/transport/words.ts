/** Name of an operation in a sentence, because users don't know its operationId. */
export function nameOf(operation: string | undefined): string {
  return (operation !== undefined && names[operation]) || 'request';
}

const names: Readonly<Record<string, string>> = {
  skipTraceSingle: 'lookup',
  skipTraceBulk: 'bulk lookup',
  listSkipTraceJobs: 'job list',
  createSkipTraceJob: 'new job',
  getSkipTraceJob: 'job status',
  uploadSkipTraceJobFile: 'upload',
  markSkipTraceJobUploaded: 'upload',
  confirmSkipTraceJob: 'confirmation',
  cancelSkipTraceJob: 'cancellation',
  sendContactMessage: 'message',
  getAccount: 'account request',
  uploadFile: 'upload',
  downloadFile: 'download',
};
