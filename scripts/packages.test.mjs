import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { needsOf, packages, root } from './support/packages.mjs';

const read = (...names) => readFileSync(path.join(root, ...names), 'utf8');
const main = JSON.parse(read('package.json'));

describe('the list of packages', () => {
  it('names every folder of packages/, each after those it needs', () => {
    expect([...packages].sort()).toEqual(readdirSync(path.join(root, 'packages')).sort());
    for (const [at, name] of packages.entries()) {
      for (const need of needsOf(name)) expect(packages.indexOf(need)).toBeLessThan(at);
    }
  });
});

/** The web app goes into the server's package. */
const published = readdirSync(path.join(root, 'packages')).filter((name) => name !== 'web');

describe.each(published)('packages/%s', (name) => {
  const manifest = JSON.parse(read('packages', name, 'package.json'));

  it('brings its license with it', () => {
    expect(manifest.license).toBe(main.license);
    expect(read('packages', name, 'LICENSE')).toBe(read('LICENSE'));
  });

  it('can be published by every maintainer: scoped packages are private unless they say otherwise', () => {
    expect(manifest.publishConfig).toEqual({ access: 'public' });
    expect(manifest.private).toBeUndefined();
  });

  it('has a page that works on npm, where links into the repository lead nowhere', () => {
    const links = [...read('packages', name, 'README.md').matchAll(/\]\(([^)#]+)/g)].map(([, link]) => link);
    const own = links.filter((link) => !link.startsWith('https://'));
    const packed = manifest.files.map((each) => each.split('/')[0]);
    for (const link of own) expect([...packed, 'README.md']).toContain(link.split('/')[0]);
  });

  it('names its repository and its topic', () => {
    expect(manifest.repository).toMatchObject({ type: 'git', directory: `packages/${name}` });
    for (const address of [manifest.repository.url.replace(/^git\+/, ''), manifest.homepage, manifest.bugs]) {
      expect(new URL(address).protocol).toBe('https:');
    }
    expect(manifest.keywords).toContain('skip-tracing');
  });
});
