import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repairedText } from './repair.js';

describe('text that was decoded wrongly', () => {
  it.each([
    // UTF-8 read as Windows-1252 or Latin-1
    ['45 PeÃ±a Blvd', '45 Peña Blvd'],
    ['45 PEÃ‘A BLVD', '45 PEÑA BLVD'],
    ['45 PEÃ\x91A BLVD', '45 PEÑA BLVD'],
    ['45 Oâ€™Neil St', '45 O’Neil St'],
    ['ROBERT Oâ€™NEIL', 'ROBERT O’NEIL'],
    ['ROBERT Oâ\x80\x99NEIL', 'ROBERT O’NEIL'],
    ['ROBERT Oâ€˜NEIL', 'ROBERT O‘NEIL'],
    ['12 Oak St â€“ Rear', '12 Oak St – Rear'],
    ['â€œSunnyâ€\x9d Ln', '“Sunny” Ln'],
    ['45 PolkÂ St', '45 Polk St'],
    ['45 PolkÂ\u00a0St', '45 Polk\u00a0St'],
    ['12Â½ Oak St', '12½ Oak St'],
    ['GarcÃ\u00ada', 'García'],
    ['GarcÃa', 'García'],
    ['KapiÊ»olani', 'Kapi\u02bbolani'],
    ['KÅ«hiÅ\x8d', 'Kūhiō'],
    ['PenÌƒa', 'Pen\u0303a'],
    ['ï»¿12 Oak St', '\ufeff12 Oak St'],
    // then in capitals, in small letters, again
    ['ROBERT OÂ€™NEIL', 'ROBERT O’NEIL'],
    ['Peã±A', 'PeñA'],
    ['PeÃƒÂ±a', 'Peña'],
    ['OÃ¢â‚¬â„¢Neil', 'O’Neil'],
    // Windows-1252 read as Latin-1, and that as UTF-8
    ['O\x92Neil', 'O’Neil'],
    ['OÂ’Neil', 'O’Neil'],
    // UTF-8 read as MacRoman, and as DOS
    ['Pe√±a', 'Peña'],
    ['O‚ÄôNeil', 'O’Neil'],
    ['45 Polk¬†St', '45 Polk\u00a0St'],
    ['Pe├▒a', 'Peña'],
    ['OΓÇÖNeil', 'O’Neil'],
    // MacRoman read as Windows-1252
    ['45 Pe–a St', '45 Peña St'],
    ['Mu–oz', 'Muñoz'],
    ['45 PE„A ST', '45 PEÑA ST'],
    ['45 JosŽ St', '45 José St'],
    ['45 M‡rquez St', '45 Márquez St'],
    ['45 GŸell St', '45 Güell St'],
  ])('%j is %j', (text, meant) => {
    expect(repairedText(text)).toBe(meant);
  });

  it.each([
    ['O&#39;Neil', "O'Neil"],
    ['ROBERT O&#039;NEIL', "ROBERT O'NEIL"],
    ['ROBERT O&#X27;NEIL', "ROBERT O'NEIL"],
    ['O&#39NEIL', "O'NEIL"],
    ['O&apos;Neil', "O'Neil"],
    ['O&APOS;NEIL', "O'NEIL"],
    ['O&rsquo;Neil', 'O’Neil'],
    ['O&#8217;Neil', 'O’Neil'],
    ['O&#146;Neil', 'O’Neil'],
    ['O&amp;#39;Neil', "O'Neil"],
    ['SMITH &amp; JONES', 'SMITH & JONES'],
    ['SMITH &amp;amp; JONES', 'SMITH & JONES'],
    ['PE&Ntilde;A', 'PEÑA'],
    ['Pe&ntilde;a', 'Peña'],
    ['PE&NTILDE;A', 'PEÑA'],
    ['12&nbsp;Oak St', '12 Oak St'],
    ['12&frac12; Oak St', '12½ Oak St'],
  ])('%j is %j', (text, meant) => {
    expect(repairedText(text)).toBe(meant);
  });
});

describe('text that is right stays', () => {
  it.each([
    'SMITH & JONES',
    'A&B; C',
    'APT 3 &#39',
    'R&D;',
    'JOSÉ’S',
    'JOÃO GUIMARÃES',
    'Ânia',
    'Peña',
    'ÅSE BJÖRK',
    'Mañana “Lane”',
    'DIEGO Ñ',
    'Winston–Salem',
    'Wilkes–barre',
    '45 Polk Ave–Unit 4',
    '45 polk ave–apt 3',
    'Božidar Žižek',
    '',
  ])('%j', (text) => {
    expect(repairedText(text)).toBe(text);
  });

  it('and so does a repaired text', () => {
    const text = fc.stringMatching(/^[a-zA&#39;mpñÃ±â€™Â √‚Ä]{0,20}$/);
    fc.assert(
      fc.property(text, (some) => {
        const once = repairedText(some);
        expect(repairedText(once)).toBe(once);
      }),
    );
  });

  it('and the work takes time that grows with its length', { timeout: 20_000 }, () => {
    for (const unit of ['&', '&amp;', '&#', '&#39', 'Ã', 'â€', 'Â ', 'aÃ'])
      expect(() => repairedText(unit.repeat(200_000))).not.toThrow();
  });
});
