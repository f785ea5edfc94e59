// Answers every request at once, after reading its body. Started by the benchmark as a separate process.
import { createServer } from 'node:http';

import { address, jobId, lookupPath } from './common.mjs';

const job = JSON.stringify({
  id: jobId,
  status: 'uploaded',
  filename: 'leads.csv',
  createdAt: '',
  updatedAt: '',
});
const contact = {
  firstName: 'Jordan',
  lastName: 'Avery',
  fullName: 'Jordan Avery',
  propertyAddress: address.address,
};
const phones = [{ number: '5125550100', type: 'mobile', dnc: false }];
const match = JSON.stringify({
  success: true,
  found: true,
  charged: 4,
  contact,
  phones,
  emails: ['a@example.com'],
});
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const body = request.url === lookupPath ? match : job;
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-request-id': 'bench-0123456789abcdef',
    });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.send?.(port);
});
