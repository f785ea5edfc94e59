import { createHash } from 'node:crypto';
import { Body, Controller, Delete, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { AppSchemas } from '@skiptrace/contract/app';
import { limits, operationPolicies } from '@skiptrace/contract';
import type { Request, Response } from 'express';
import { Accounts, Authenticator, Sessions, type Caller, type Session } from '../../accounts/index.js';
import { isoTime } from '../../clock.js';
import type { Config } from '../../config.js';
import { SignInMails } from '../../contact/index.js';
import { clientNetwork, RequestRate } from '../../limits/index.js';
import { FromCaller } from '../api-request.js';
import { KeyGuessing } from '../guards/key-guessing.js';
import { BrowserSessions } from './browser-sessions.js';
import { AppQuery, FromSession } from './from-session.js';

export const APP_CONFIG = Symbol('AppConfig');

type CustomerSession = AppSchemas['CustomerSession'];

/** Signing in and out: app.yaml, Sessions. */
@Controller()
export class SessionController {
  constructor(
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(BrowserSessions) private readonly browser: BrowserSessions,
    @Inject(Accounts) private readonly accounts: Accounts,
    @Inject(Authenticator) private readonly authenticator: Authenticator,
    @Inject(RequestRate) private readonly rate: RequestRate,
    @Inject(KeyGuessing) private readonly guessing: KeyGuessing,
    @Inject(SignInMails) private readonly mails: SignInMails,
    @Inject(APP_CONFIG)
    private readonly config: Pick<Config, 'mail' | 'sandbox' | 'termsUrl' | 'uploadMethod'>,
  ) {}

  @Get('app/api/settings')
  settings(): AppSchemas['AppSettings'] {
    return {
      signInByEmail: this.config.mail !== null,
      sandbox: this.config.sandbox,
      pricePerMatchCents: operationPolicies.skipTraceSingle.priceCents,
      maxUploadBytes:
        this.config.uploadMethod === 'direct' ? limits.directUploadBytes : limits.presignedUploadBytes,
      rowsPerJob: limits.rowsPerJob,
      termsUrl: this.config.termsUrl,
    };
  }

  @Post('app/api/session')
  @HttpCode(200)
  async signIn(
    @Body() proof: { apiKey: string } | { token: string },
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CustomerSession> {
    const begun = await this.#slowed(request, response, () => this.#begin(proof));
    await this.browser.begin(request, response, begun);
    const { caller } = await this.sessions.customerOf(begun.token);
    return this.#shown(caller, begun.session);
  }

  @Get('app/api/session')
  get(@FromCaller() caller: Caller, @FromSession() session: Session): Promise<CustomerSession> {
    return this.#shown(caller, session);
  }

  @Delete(['app/api/session', 'operator/api/session'])
  @HttpCode(204)
  signOut(
    @FromSession() session: Session,
    @AppQuery() { everywhere }: { everywhere: boolean },
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    return this.browser.end(response, session, everywhere);
  }

  @Post('app/api/sign-in-links')
  @HttpCode(202)
  async sendLink(@Body() { email }: { email: string }, @Req() request: Request): Promise<void> {
    await this.rate.consume('sign-in', clientNetwork(request.ip ?? ''));
    await this.rate.consume('sign-in-mail', createHash('sha256').update(email.toLowerCase()).digest('hex'));
    // Nobody waits for it, so that the time tells nothing about who has an account.
    this.mails.send(email);
  }

  @Post('operator/api/session')
  @HttpCode(200)
  async operatorSignIn(
    @Body() { token }: { token: string },
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AppSchemas['OperatorSession']> {
    const begun = await this.#slowed(request, response, () =>
      this.sessions.signInWithLink('operator', token),
    );
    await this.browser.begin(request, response, begun);
    return shownOperator(begun.session);
  }

  @Get('operator/api/session')
  operator(@FromSession() session: Session): AppSchemas['OperatorSession'] {
    return shownOperator(session);
  }

  async #begin(proof: { apiKey: string } | { token: string }) {
    if ('token' in proof) return this.sessions.signInWithLink('customer', proof.token);
    const caller = await this.authenticator.authenticate(`Bearer ${proof.apiKey}`);
    this.authenticator.noteUse(caller);
    return this.sessions.signInWithKey(caller);
  }

  /** Wrong keys and links are limited, and slowed down as wrong keys of the API are. */
  async #slowed<T>(request: Request, response: Response, signIn: () => Promise<T>): Promise<T> {
    await this.rate.consume('sign-in', clientNetwork(request.ip ?? ''));
    return signIn().catch(async (error: unknown) => {
      if (!(await this.guessing.slow(request.ip ?? ''))) response.set('Connection', 'close');
      throw error;
    });
  }

  async #shown({ accountId, mode }: Caller, { signedInWith, expiresAt }: Session): Promise<CustomerSession> {
    const { name, email } = await this.accounts.get(accountId);
    return { accountId, name, email, mode, signedInWith, expiresAt: isoTime(expiresAt) };
  }
}

function shownOperator({ name, expiresAt }: Session): AppSchemas['OperatorSession'] {
  if (name === null) throw new Error("an operator's session has no name");
  return { name, expiresAt: isoTime(expiresAt) };
}
