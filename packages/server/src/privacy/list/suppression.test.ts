import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OwnerRecord } from '../../directory/index.js';
import { NO_CONTACT } from '../../directory/record.js';
import { inMemory } from '../search/person-search.js';
import { namesOfOwner, namesOfRequest } from './names.js';
import { ListRules, mayConcern } from './rules.js';
import { SuppressionList } from './suppression-list.js';
import { emailHash, phoneHash, valuesOf, type Request } from './suppression.js';

/** Whether an entry with a name leaves out an owner of another. */
const isMeant = (entry: string, owner: Partial<Pick<OwnerRecord, 'firstName' | 'lastName' | 'fullName'>>) => {
  const names = new Set(namesOfOwner({ firstName: null, lastName: null, fullName: null, ...owner }));
  return namesOfRequest(entry).some((name) => names.has(name));
};
const full = (fullName: string) => ({ fullName });

describe("an entry's name", () => {
  it.each([
    ['Maria del Carmen Lopez Garcia', full('LOPEZ GARCIA MARIA DEL CARMEN')],
    ['Maria del Carmen Lopez Garcia', full('LOPEZ GARCIA MARIA DEL CARMEN TRUSTEE & JOSE')],
    ['Jane Marie Doe', full('DOE JANE')],
    ['Jane Marie Doe', { firstName: 'Jane', lastName: 'Doe' }],
    ['Doe, Jane Marie', full('JANE DOE')],
    ['Jane Marie Doe', full('DOE J')],
    ['Jane Doe', full('J M DOE')],
    ['Maria Lopez Garcia', { firstName: 'María', lastName: 'López' }],
    ['Maria Lopez Garcia', full('GARCIA, MARIA')],
    ['Jane Doe-Smith', full('DOE JANE')],
    ['Dr. Jane Doe III', full('DOE JANE')],
    ['Jane Doe', full('DOE JANE JR')],
    ['R J Oneil', full('R.J. ONEIL')],
    ['R J Oneil', full('RJ ONEIL')],
    ['R J Oneil', full('ONEIL RJ')],
    ['R J Oneil', { firstName: 'RJ', lastName: 'Oneil' }],
    ['RJ Oneil', full('ONEIL R J')],
    ['Robert J Oneil', full('R.J. ONEIL')],
    ['Robert J Oneil', full('ONEIL RJ')],
    ['A J Oneil', full('AJ ONEIL')],
    ['Robert J Oneil', full('ONEIL.ROBERT')],
    ['Robert J Oneil', full('ONEIL,ROBERT.J')],
    ['Robert J Oneil', full('ROBERTONEIL')],
    ['Robert J Oneil', full('ONEILROBERT')],
    ['Robert J Oneil', full('ROBERTJONEIL')],
    ['Robert ONeil', full('ROBERT O&#39;NEIL')],
    ['Robert ONeil', full('ROBERT O&apos;NEIL')],
    ['Robert ONeil', full('ROBERT Oâ€™NEIL')],
    ['Robert O&#39;Neil', full("ROBERT O'NEIL")],
    ['Jane Peña', full('JANE PEÃ‘A')],
    ['Jane Doe', full('JANE DOE M.D.')],
    ['Łukasz Żak', full('ZAK LUKASZ')],
    ['Lukasz Zak', full('ŻAK ŁUKASZ')],
    ['Bjørn Æsgaard', full('AESGAARD BJORN')],
    ['Jürgen Groß', full('GROSS JURGEN')],
    ['Đorđe Ðan', full('DAN DORDE')],
    ['Kaʻiulani O’Brien', full("O'BRIEN KAIULANI")],
    ['Kaʿiulani O`Brien', full('O‘BRIEN KAʼIULANI')],
    ["Ka'iulani O′Brien", full('O＇BRIEN KAIULANI')],
    ["Patrick O'Brien", full('O BRIEN PATRICK')],
    ['Patrick O Brien', full('OBRIEN PATRICK')],
    ['Patrick O Brien', full("O'BRIEN PATRICK J & MARY")],
    ['Patrick James OBrien', { firstName: 'Patrick J', lastName: 'O Brien' }],
    ['Patrick Obrien', full('O BRIEN P')],
    ['Ann McDonald', full('MC DONALD ANN MARIE')],
    ['Ann Mc Donald', full('MCDONALD ANN')],
    ['Maria De La Cruz', full('DELACRUZ MARIA')],
    ['Maria De La Cruz', full('DE LACRUZ MARIA')],
    ['Maria Delacruz', full('DE LA CRUZ MARIA E')],
    ['Maria Delacruz', { firstName: 'María', lastName: 'de la Cruz' }],
    ['De La Cruz Maria', full('CRUZ MARIA')],
    ['De La Cruz, Maria Elena', full('DELACRUZ MARIA')],
    ['Jane Van Den Berg', { firstName: 'Jane', lastName: 'Vandenberg' }],
    ['Jane Vandenberg', full('VAN DEN BERG JANE')],
    ['Van Der Wal, Jane', full('VANDERWAL JANE')],
    ["Piet Van 't Hof", full('VANTHOF PIET')],
    ['Abd Al Rahman Sayed', full('ABDALRAHMAN SAYED')],
    ['Mary Ann Smith', full('SMITH MARYANN')],
    ['Maryann Smith', full('SMITH MARY ANN')],
    ['Maryann Obrien', full('O BRIEN MARY ANN')],
    ['Jane Doe-Smith', full('DOESMITH JANE')],
    ['Sören Müller', full('MUELLER SOEREN')],
    ['Soeren Mueller', full('MULLER SOREN')],
    ['Soren Muller', full('MÜLLER SÖREN')],
    ['Kirsten Aagaard', full('ÅGÅRD KIRSTEN')],
    ['Bjoern Jaeger', full('JÄGER BJØRN')],
    ['Ja\u00adne \u200bD\u200boe\u2060', full('DOE JANE')],
    ['Jane Doe', full('D\u00adOE JA\u200dNE\ufeff')],
  ])('%s means %j', (entry, owner) => {
    expect(isMeant(entry, owner)).toBe(true);
  });

  it.each([
    ['Jane Doe', full('DOE JOHN')],
    ['Jane Marie Doe', full('DOE MARIE')],
    ['Maria Lopez Garcia', full('LOPEZ GARCIA ANA')],
    ['X. Lone', full('XENIA LONE')],
    ['Jane Doe', full('DOE')],
    ['Jane Doe Jr', full('JR TRUST')],
    ['Maria De La Cruz', full('DE LA ROSA MARIA')],
    ['John Mc Donald', full('MC CARTHY JOHN')],
    ['Patrick O Brien', full('O CONNOR PATRICK')],
    ['Jane Van Den Berg', full('VAN DEN BOS JANE')],
    ['Al Smith', full('SMITH JANE')],
    ['Mae Lee', full('LEE MA')],
    ['Sue Doe', full('DO SU')],
  ])('%s does not mean %j', (entry, owner) => {
    expect(isMeant(entry, owner)).toBe(false);
  });

  const PLAIN = 'abcdefghijklmnopqrstuvwxyz';
  const ACCENTED: Readonly<Record<string, string>> = {
    l: 'ł',
    o: 'ø',
    d: 'đ',
    a: 'á',
    z: 'ż',
    n: 'ñ',
    u: 'ü',
  };
  const word = fc
    .array(fc.constantFrom(...PLAIN), { minLength: 4, maxLength: 9 })
    .map((letters) => letters.join(''))
    .filter((one) => !/^(miss)$/.test(one));
  const person = fc
    .uniqueArray(word, { minLength: 3, maxLength: 7 })
    .map(([given = '', surname = '', ...others]) => ({ given, surname, others }));
  /** The same word as another file may have it. */
  const respelled = fc.func(fc.boolean()).map(
    (isOther) => (text: string) =>
      Array.from(text, (letter, at) => {
        const other = isOther(at, text) ? (ACCENTED[letter] ?? letter) : letter;
        return isOther(text, at) ? other.toUpperCase() : other;
      }).join(''),
  );

  it('means the person with any of the other names left out, in any order, beside anybody, however it is spelled', () => {
    fc.assert(
      fc.property(
        person,
        respelled,
        fc.infiniteStream(fc.nat()),
        fc.array(word, { maxLength: 3 }),
        ({ given, surname, others }, spell, order, beside) => {
          const entry = [given, ...others, surname].map(spell).join(' ');
          for (let kept = 0; kept <= others.length; kept++) {
            const onFile = [given, surname, ...others.slice(0, kept), ...beside]
              .map((one) => ({ one: spell(one), at: Number(order.next().value) }))
              .sort((a, b) => a.at - b.at)
              .map(({ one }) => one);
            expect(isMeant(entry, full(onFile.join(' '))), `${entry} / ${onFile.join(' ')}`).toBe(true);
          }
          const commas = `${[surname, ...others.slice(1)].join(' ')}, ${[given, ...others.slice(0, 1)].join(' ')} Jr`;
          expect(isMeant(commas, { firstName: given.toUpperCase(), lastName: spell(surname) })).toBe(true);
        },
      ),
    );
  });

  it('does not mean a person with another given name', () => {
    fc.assert(
      fc.property(person, word, respelled, ({ given, surname, others }, other, spell) => {
        fc.pre(![given, surname, ...others].includes(other));
        const entry = [given, ...others, surname].map(spell).join(' ');
        expect(isMeant(entry, full([other, ...others, surname].join(' ')))).toBe(false);
      }),
    );
  });
});

describe('letters of another alphabet', () => {
  const at = { address: '12 Oak St', city: 'Dayton', state: 'OH', zip: '45402' };
  const jane = { kind: 'person', name: 'Jane Doe', address: at } as const;
  it.each<[string, Request]>([
    ['a street', { ...jane, address: { ...at, address: '12 \u041eak St' } }],
    ['a house number', { ...jane, address: { ...at, address: '1\u0662 Oak St' } }],
    ['a city', { kind: 'property', address: { ...at, city: 'D\u0430yton' } }],
    ['a state', { kind: 'property', address: { ...at, state: '\u041eH' } }],
    ['a Cyrillic name', { ...jane, name: 'J\u0430ne Doe' }],
    ['a Greek name', { ...jane, name: 'Jane D\u03bfe' }],
    ['a name in Cyrillic alone', { ...jane, name: '\u0418\u0432\u0430\u043d' }],
    ['a Latin letter that no record has', { ...jane, name: 'J\u0251ne Doe' }],
    ['a letter in a circle of its own', { ...jane, name: 'J\u{1f150}ne Doe' }],
    ['a name in a ZIP', { kind: 'zip', name: 'Jane D\u03bfe', zip: '45402' }],
    ['an email', { kind: 'email', email: 'j\u0430ne@example.com' }],
  ])('are refused in %s, because they would match nothing', (_, request) => {
    expect(() => valuesOf(request)).toThrow(/^Write names, addresses and emails in Latin letters/);
  });

  it.each([
    ['Łukasz Żak', '12 Cañón Nº 4'],
    ['Þóra Đorđić', '12 Oak St — Apt “4”'],
    ['Kaʻiulani O’Brien', '12 ½ Oak St'],
    ['Kaʿiulani Oʼbrien', '12 Kapiʻolani Blvd'],
    ['Ｊａｎｅ Doe\u200b', '１２ Oak St'],
  ])('are not accents and typographic characters: %s, %s', (name, address) => {
    expect(valuesOf({ ...jane, name, address: { ...at, address } })).not.toEqual([]);
  });

  it('pass in an address of a record, which is what it is', () => {
    const address = { ...at, address: '12 \u041eak St' };
    expect(valuesOf({ ...jane, address, isOnFile: true })).not.toEqual([]);
  });
});

describe('a name in a ZIP', () => {
  const JANE: Request = { kind: 'zip', name: 'Jane Doe', zip: '45402' };
  const listOf = () => new SuppressionList(inMemory([JANE]));
  const owner = (facts: Partial<OwnerRecord>): OwnerRecord => ({
    id: 1,
    ...NO_CONTACT,
    phones: [],
    emails: [],
    firstName: 'Jane',
    lastName: 'Doe',
    propertyAddress: '12 Oak St',
    propertyCity: 'Dayton',
    propertyState: 'OH',
    propertyZip: null,
    ...facts,
  });
  const isLeftOut = async (facts: Partial<OwnerRecord>, doubt?: 'passes') =>
    (await new ListRules(listOf(), doubt && { doubt }).pass([owner(facts)]))[0] === null;

  it('leaves out an owner without a ZIP in its state, who may be that person, and deletes no record for it', async () => {
    expect(await isLeftOut({})).toBe(true);
    expect(await isLeftOut({ propertyState: null })).toBe(true);
    expect(await isLeftOut({ propertyState: 'OR' })).toBe(false);
    expect(await isLeftOut({ propertyZip: '45403' })).toBe(false);
    expect(await isLeftOut({ propertyZip: '97301', mailingAddress: '1 Elm St', mailingState: 'OH' })).toBe(
      true,
    );
    expect(await isLeftOut({ firstName: 'John' })).toBe(false);
    expect(await isLeftOut({}, 'passes')).toBe(false);
    expect(await isLeftOut({ propertyZip: '45402-1234' }, 'passes')).toBe(true);
  });

  it('may concern owners without a ZIP', async () => {
    const view = await listOf().view();
    if (view === null) throw new Error('the list is empty');
    expect(mayConcern(view, owner({}))).toBe(true);
    expect(mayConcern(view, owner({ propertyZip: '45402' }))).toBe(true);
    expect(mayConcern(view, owner({ propertyZip: '45403' }))).toBe(false);
  });
});

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
});
