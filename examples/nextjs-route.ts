// A Next.js route handler (app/api/owner/route.ts): GET /api/owner?address=100 Sandbox Match St, Austin, TX 78701
// Set SKIPTRACE_API_KEY and SKIPTRACE_BASE_URL in .env.local. It runs on the server only, so the key stays there.
import { isSkipTraceError, SkipTrace } from '@skiptrace/sdk';

const client = new SkipTrace();

// The Edge runtime works too: export const runtime = 'edge';
export async function GET(request: Request): Promise<Response> {
  const address = new URL(request.url).searchParams.get('address');
  if (!address) return Response.json({ error: 'Which address?' }, { status: 400 });
  try {
    const owner = await client.lookup(address, { deadlineMs: 10_000 });
    if (!owner.found) return Response.json({ error: 'No owner found' }, { status: 404 });
    const { contact, phones } = owner;
    return Response.json({ name: contact.fullName, phones: phones.filter(({ dnc }) => !dnc) });
  } catch (error) {
    if (!isSkipTraceError(error)) throw error;
    console.error(error.code, error.message, error.requestId);
    return Response.json({ error: 'The lookup failed. Try again later.' }, { status: 502 });
  }
}
