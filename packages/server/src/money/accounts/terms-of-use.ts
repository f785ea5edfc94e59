import type { Clock } from '../../platform/clock.js';
import { integer, nullableText, text, type Database, type Tx } from '../../platform/database/index.js';
import { EntitySchema } from '../../platform/database/typeorm.js';
import { coded } from '../../platform/lib/coded.js';
import { isBlank } from '../../platform/lib/printable.js';
import { AccountEntity, type Mode } from './entities.js';
import { UnknownAccountError } from './errors.js';

/**
 * The rules an account agrees to, in plain words. A change of a rule needs a new version: accounts then accept again where the
 * operator requires it. The operator's own contract (TERMS_URL) is shown beside it.
 */
export const TERMS_OF_USE = {
  version: '2026-11',
  rules: [
    'Use results only for the purpose you state here, and only where the law allows it.',
    'Never use results to decide on credit, insurance, a job or a rental, or for anything else the Fair Credit Reporting Act (FCRA) covers. They are no consumer reports.',
    'Before you call or text: follow the Telephone Consumer Protection Act (TCPA), get consent where it asks for it, and don’t call numbers on a Do Not Call list.',
    'Never use results to stalk, harass, threaten or find somebody who doesn’t want to be found by you.',
    'Respect people who are protected, such as judges and police officers under Daniel’s Law: when somebody asks, delete their address and phones within 10 business days, and don’t pass them on.',
    'Don’t sell or publish results. When somebody asks you to stop, stop.',
  ],
} as const;

const PURPOSE_LENGTH = { min: 10, max: 500 } as const;

/** An account's acceptance of the terms, with its time and stated purpose. */
export interface TermsAcceptance {
  accountId: string;
  version: string;
  /** The account's purpose for using results. */
  purpose: string;
  acceptedAt: number;
  /** The operator's name, or how the customer was signed in. */
  acceptedBy: string;
  /** The key that the customer's session began with; null for operators. */
  keyId: string | null;
}

export const TermsAcceptanceEntity = new EntitySchema<TermsAcceptance>({
  name: 'TermsAcceptance',
  tableName: 'terms_acceptances',
  columns: {
    accountId: { ...text, primary: true },
    version: { ...text, primary: true },
    purpose: text,
    acceptedAt: integer,
    acceptedBy: text,
    keyId: nullableText,
  },
});

/** The account has not accepted the current terms, and this server requires it. Nothing was looked up or charged. */
class TermsRequiredError extends Error {
  readonly code = 'terms_required';

  constructor(where: string) {
    super(
      `This account has not accepted the terms of use (${TERMS_OF_USE.version}), so nothing was done or charged. Sign in at ${where} and accept them, or ask the people who run this service.`,
    );
  }
}

/** The page showed another version, or the purpose is too short or too long. */
class UnusableAcceptanceError extends coded('unusable_acceptance') {}

/** Input of `accept`: the version that was shown, the purpose, and who accepts. */
export interface GivenTerms {
  version: string;
  purpose: string;
  by: string;
  keyId?: string | null;
}

/** An acceptance of the current terms by an operator. */
export const acceptanceOf = (purpose: string, by: string): GivenTerms => ({
  version: TERMS_OF_USE.version,
  purpose,
  by,
});

/** Records which accounts accepted the terms of use, and for what purpose. */
export class TermsOfUse {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Accepts the current terms. The first acceptance of a version stays: accepting again changes nothing.
   * @throws UnusableAcceptanceError, UnknownAccountError
   */
  accept(accountId: string, given: GivenTerms): Promise<TermsAcceptance> {
    return this.database.writeFor(accountId, (tx) => this.acceptIn(tx, accountId, given));
  }

  /** Like `accept`, in the caller's transaction. */
  async acceptIn(tx: Tx, accountId: string, given: GivenTerms): Promise<TermsAcceptance> {
    const purpose = given.purpose.trim();
    if (given.version !== TERMS_OF_USE.version)
      throw new UnusableAcceptanceError('The terms have changed. Reload the page, and read them again.');
    if (isBlank(purpose) || purpose.length < PURPOSE_LENGTH.min || purpose.length > PURPOSE_LENGTH.max)
      throw new UnusableAcceptanceError(
        `Say in ${PURPOSE_LENGTH.min} to ${PURPOSE_LENGTH.max} characters what the results are for, such as "offers to buy houses in Ohio".`,
      );
    if (!(await tx.existsBy(AccountEntity, { id: accountId }))) throw new UnknownAccountError(accountId);
    const { version } = TERMS_OF_USE;
    const before = await tx.findOneBy(TermsAcceptanceEntity, { accountId, version });
    if (before !== null) return before;
    const acceptance: TermsAcceptance = {
      accountId,
      version,
      purpose,
      acceptedAt: this.clock.now(),
      acceptedBy: given.by,
      keyId: given.keyId ?? null,
    };
    await tx.insert(TermsAcceptanceEntity, { ...acceptance });
    // Stored on the account as well, so that authenticating a key needs no second query.
    await tx.update(AccountEntity, { id: accountId }, { termsVersion: version });
    return acceptance;
  }

  /** The latest acceptance; null if the account never accepted any terms. */
  async of(accountId: string): Promise<TermsAcceptance | null> {
    const [newest = null] = await this.database.read.find(TermsAcceptanceEntity, {
      where: { accountId },
      order: { acceptedAt: 'DESC' },
      take: 1,
    });
    return newest;
  }
}

/** Refuses requests of accounts that have not accepted the terms. Test keys have made-up owners and need no acceptance. */
export class TermsGate {
  constructor(
    private readonly isRequired: boolean,
    /** URL of the page where customers sign in. */
    private readonly where: () => string,
  ) {}

  isDue(mode: Mode, termsVersion: string | null): boolean {
    return this.isRequired && mode === 'live' && termsVersion !== TERMS_OF_USE.version;
  }

  /** @throws TermsRequiredError */
  require(mode: Mode, termsVersion: string | null): void {
    if (this.isDue(mode, termsVersion)) throw new TermsRequiredError(this.where());
  }
}
