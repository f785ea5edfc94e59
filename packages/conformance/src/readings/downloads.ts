import { wholeJob } from '../specification/scenarios.js';
import { check, inSection } from '../suite/check.js';
import { expectEqual, expectStatus, expectThat } from '../suite/expect.js';
import { createJob } from '../service/jobs.js';

const JOB = ['matches', 'miss'] as const;

export const downloads = inSection('Readings: downloads (32)', [
  check({
    id: 'download.headers',
    sentence: 'the file comes as text/csv and an attachment with filename*, ETag and Accept-Ranges',
    needs: JOB,
    async run(context) {
      const { download } = await context.once(wholeJob);
      const header = (name: string) => download.headers.get(name) ?? 'none';
      expectThat(header('content-type').startsWith('text/csv'), 'text/csv', header('content-type'), download);
      const disposition = header('content-disposition');
      expectThat(
        /^attachment;.*filename\*=UTF-8''/.test(disposition),
        'an attachment with filename*',
        disposition,
      );
      expectThat(/^"[^"]+"$/.test(header('etag')), 'a strong ETag', header('etag'), download);
      expectEqual('Accept-Ranges', header('accept-ranges'), 'bytes', download);
    },
  }),
  check({
    id: 'download.ranges',
    sentence: 'Range requests are answered with the bytes asked for',
    needs: JOB,
    async run(context) {
      const { job, download } = await context.once(wholeJob);
      const { downloadUrl } = await job.detail();
      const part = await job.download(downloadUrl ?? '', { Range: 'bytes=5-24' });
      expectStatus(part, 206);
      expectEqual('the bytes', [...part.bytes], [...download.bytes.slice(5, 25)], part);
      const total = download.bytes.length;
      expectEqual('Content-Range', part.headers.get('content-range'), `bytes 5-24/${total}`, part);
      expectStatus(await job.download(downloadUrl ?? '', { Range: `bytes=${total}-` }), 416);
    },
  }),
  check({
    id: 'download.changed-link',
    sentence: 'a changed link is a 403 or 404',
    needs: JOB,
    async run(context) {
      const { job } = await context.once(wholeJob);
      const url = new URL((await job.detail()).downloadUrl ?? '');
      for (const [name, value] of [...url.searchParams]) {
        const changed = new URL(url);
        changed.searchParams.set(
          name,
          value.replace(/.$/, (last) => (last === '1' ? '2' : '1')),
        );
        expectStatus(await job.download(changed.href), 403, 404);
      }
      expectStatus(await job.download(`${url.origin}${url.pathname}`), 403, 404);
    },
  }),
  check({
    id: 'download.link-of-its-job',
    sentence: "a link does not open another job's file",
    needs: JOB,
    async run(context) {
      const { job } = await context.once(wholeJob);
      const other = await createJob(context);
      const { downloadUrl } = await job.detail();
      expectStatus(await job.download((downloadUrl ?? '').replace(job.id, other.id)), 403, 404);
    },
  }),
]);
