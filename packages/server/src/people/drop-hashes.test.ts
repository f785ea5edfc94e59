import { describe, expect, it } from 'vitest';
import { emailHash, phoneHash, sha256 } from './drop-hashes.js';

describe('an identifier in the form of DROP', () => {
  it.each([
    // From the platform's documentation.
    ['Anna.Smith@Domain.com', 'KA18MT/ph6IHYjzT9zwETySDQyvSh87YuoSBpOQtkhE='],
    ['danielle.johnson12@example.com', 'mKDnDvwF2inxrKcK1hJN2TRkxPfL6kzNNTtU12eH8Bw='],
    ['emailaddress@email.com', 'IokUeTFtxXZQdmjolr4Kn//apUY5a6J8sVdHyiWqqUk='],
    // From another implementation.
    ['a b c@example.com', 'ns6xNIPX8YfsAU/W1IVNFCDPxjQyivhfUdAyO6hiLiE='],
    [' abc@EXAMPLE.com\u00a0', 'ns6xNIPX8YfsAU/W1IVNFCDPxjQyivhfUdAyO6hiLiE='],
  ])('is that of the email %s', (email, expected) => {
    expect(emailHash(email)).toBe(expected);
  });

  it.each([
    ['+1(415)555-9317', 'vGM7y5n+hBXRSEAklhHDPCbysyNgYTmXdMcagGUOY8E='],
    ['4155559317', 'vGM7y5n+hBXRSEAklhHDPCbysyNgYTmXdMcagGUOY8E='],
    ['+84(90)123 4567', 'ptzVkgbv9DonwvPCHmXmJ2SEOaolSh37z3ZzY/Gmm+U='],
    ['+354(123)4567', 'Btrzydf5K6ALAKKXJGFHSx7u5bDzHC9WlVYtpq1n2rY='],
    ['5551273811', 'jr/RAWYVN+ODBf2vRxwBASPwiO4x27OGI1y3IDhcwLo='],
    ['(201) 200-0776 ext. 4', '/Mw8w+HkA0q6LGZKJ/cO4RmeheJv9nggyoZJhazFzKU='],
  ])('is that of the phone %s', (phone, expected) => {
    expect(phoneHash(phone)).toBe(expected);
  });

  it('is the same for a text and for its bytes', () => {
    expect(sha256(Buffer.from('4155559317'))).toBe(phoneHash('4155559317'));
  });
});
