import { createHash } from 'node:crypto';
import { Body, Controller, Delete, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { limits } from '@skiptrace/contract';
import type { AppSchemas } from '@skiptrace/contract/app';
import type { Request, Response } from 'express';
import {
  Accounts,
  Authenticator,
  Sessions,
  TermsGate,
  UnauthorizedError,
  type Begun,
  type Caller,
  type Mode,
  type Session,
} from '../../../money/accounts/index.js';
import { clientNetwork, RateLimitedError, RequestRate } from '../../../money/limits/index.js';
import { isoTime } from '../../../platform/clock.js';
import type { Config } from '../../../platform/config.js';
import { SignInMails } from '../../../work/mail/index.js';
import { KeyGuessing } from '../key-guessing.js';
import { AppQuery, FromCaller, FromSession } from '../request-context.js';
import { BrowserSessions } from './browser-sessions.js';

export const APP_CONFIG = Symbol('AppConfig');

type CustomerSession = AppSchemas['CustomerSession'];

/** `attempt` lets a lost answer be given again. */
interface LinkProof {
  token: string;
  attempt?: string;
}

/** Signing in and out (app.yaml, Sessions). */
@Controller()
export class SessionController {
  constructor(
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(BrowserSessions) private readonly browser: BrowserSessions,
    @Inject(Accounts) private readonly accounts: Accounts,
    @Inject(Authenticator) private readonly authenticator: Authenticator,
    @Inject(RequestRate) private readonly rate: RequestRate,
    @Inject(KeyGuessing) private readonly guessing: KeyGuessing,
    @Inject(TermsGate) private readonly gate: TermsGate,
    @Inject(SignInMails) private readonly mails: SignInMails,
    @Inject(APP_CONFIG)
    private readonly config: Pick<
      Config,
      'mail' | 'operatorName' | 'sandbox' | 'lowBalanceCents' | 'uploadMethod' | 'previewDays'
    >,
  ) {}

  @Get('app/api/settings')
  settings(): AppSchemas['AppSettings'] {
    return {
      operatorName: this.config.operatorName,
      signInByEmail: this.config.mail !== null,
      sandbox: this.config.sandbox,
      lowBalanceCents: this.config.lowBalanceCents,
      maxUploadBytes:
        this.config.uploadMethod === 'direct' ? limits.directUploadBytes : limits.presignedUploadBytes,
      rowsPerJob: limits.rowsPerJob,
      previewDays: this.config.previewDays,
    };
  }

  @Post('app/api/session')
  @HttpCode(200)
  async signIn(
    @Body() proof: { apiKey: string } | LinkProof,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CustomerSession> {
    const begun = await this.#slowed(request, response, () => this.#begin(proof));
    await this.browser.begin(request, response, begun);
    return this.#shown(begun.mode, begun.session);
  }

  @Get('app/api/session')
  get(@FromCaller() { mode }: Caller, @FromSession() session: Session): Promise<CustomerSession> {
    return this.#shown(mode, session);
  }

  @Delete('app/api/session')
  @HttpCode(204)
  signOut(
    @FromCaller() { mode }: Caller,
    @FromSession() session: Session,
    @AppQuery() { everywhere }: { everywhere: boolean },
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    // A test key may end only the sessions that began with it: test keys are shared more freely than live ones.
    const all = mode === 'test' ? 'of the key' : 'all';
    return this.browser.end(response, session, everywhere ? all : 'this');
  }

  @Delete('operator/api/session')
  @HttpCode(204)
  operatorSignOut(
    @FromSession() session: Session,
    @AppQuery() { everywhere }: { everywhere: boolean },
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    return this.browser.end(response, session, everywhere ? 'all' : 'this');
  }

  @Post('app/api/sign-in-link')
  @HttpCode(200)
  readLink(
    @Body() { token }: { token: string },
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AppSchemas['SignInLink']> {
    return this.#slowed(request, response, () => this.#link('customer', token));
  }

  @Post('operator/api/sign-in-link')
  @HttpCode(200)
  readOperatorLink(
    @Body() { token }: { token: string },
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AppSchemas['SignInLink']> {
    return this.#slowed(request, response, () => this.#link('operator', token));
  }

  @Post('app/api/sign-in-links')
  @HttpCode(202)
  async sendLink(@Body() { email }: { email: string }, @Req() request: Request): Promise<void> {
    await this.rate.consume('sign-in-request', clientNetwork(request.ip ?? ''));
    const address = createHash('sha256').update(email.toLowerCase()).digest('hex');
    try {
      await this.rate.consume('sign-in-mail', address);
    } catch (error) {
      // Strangers requested links for this address: its owner has some of them already, and must not see a refusal caused by
      // strangers.
      if (error instanceof RateLimitedError) return;
      throw error;
    }
    // Not awaited, so that the response time does not reveal which addresses have an account.
    this.mails.send(email);
  }

  @Post('operator/api/session')
  @HttpCode(200)
  async operatorSignIn(
    @Body() { token, attempt }: LinkProof,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AppSchemas['OperatorSession']> {
    const begun = await this.#slowed(request, response, () =>
      this.sessions.signInWithLink('operator', token, attempt ?? null),
    );
    await this.browser.begin(request, response, begun);
    return shownOperator(begun.session);
  }

  @Get('operator/api/session')
  operator(@FromSession() session: Session): AppSchemas['OperatorSession'] {
    return shownOperator(session);
  }

  async #begin(proof: { apiKey: string } | LinkProof): Promise<Begun & { mode: Mode }> {
    if ('token' in proof) {
      const { token, attempt } = proof;
      return { ...(await this.sessions.signInWithLink('customer', token, attempt ?? null)), mode: 'live' };
    }
    const caller = await this.authenticator.authenticate(`Bearer ${proof.apiKey}`, true);
    // A sign-in writes to the ledger's database, which takes one write at a time.
    await this.rate.consume('sign-in', caller.keyId);
    this.authenticator.noteUse(caller);
    return { ...(await this.sessions.signInWithKey(caller)), mode: caller.mode };
  }

  async #link(role: Session['role'], token: string): Promise<AppSchemas['SignInLink']> {
    const { name, expiresAt } = await this.sessions.links.read(role, token);
    return { name, expiresAt: isoTime(expiresAt) };
  }

  /**
   * Delays and counts the refusal of a wrong key or link. The proof is checked first, so a correct one never waits and is never
   * refused, whatever others of its network send.
   */
  async #slowed<T>(request: Request, response: Response, signIn: () => Promise<T>): Promise<T> {
    return signIn().catch(async (error: unknown) => {
      // Only a wrong key or link is delayed and counted, not a failure such as an unavailable database.
      if (!(error instanceof UnauthorizedError)) throw error;
      if (!(await this.guessing.slow(request.ip ?? ''))) response.set('Connection', 'close');
      await this.rate.consume('app', clientNetwork(request.ip ?? ''));
      throw error;
    });
  }

  async #shown(mode: Mode, { accountId, signedInWith, expiresAt }: Session): Promise<CustomerSession> {
    if (accountId === null) throw new Error("a customer's session has no account");
    const { name, email, termsVersion } = await this.accounts.get(accountId);
    const mustAcceptTerms = this.gate.isDue(mode, termsVersion);
    return { accountId, name, email, mode, signedInWith, expiresAt: isoTime(expiresAt), mustAcceptTerms };
  }
}

function shownOperator({ name, expiresAt }: Session): AppSchemas['OperatorSession'] {
  if (name === null) throw new Error("an operator's session has no name");
  return { name, expiresAt: isoTime(expiresAt) };
}
