import { createHash } from 'node:crypto';
import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import { limits } from '@skiptrace/contract';
import type { AppSchemas } from '@skiptrace/contract/app';
import type { Request, Response } from 'express';
import {
  UnauthorizedError,
  type Begun,
  type Caller,
  type Mode,
  type Session,
} from '../../../money/accounts/index.js';
import { clientNetwork, RateLimitedError } from '../../../money/limits/index.js';
import { isoTime } from '../../../platform/clock.js';
import { bool, form, maybe, oneOf, personal, secret } from '../../acts/schema.js';
import {
  AppSettings,
  CustomerSession,
  OperatorSession,
  SignInAttempt,
  SignInLink,
} from '../../acts/schemas/customer.js';
import type { Service } from '../../service/service.js';
import { AppOperation, SERVICE } from '../app-operation.js';
import { KeyGuessing } from '../key-guessing.js';
import { AppQuery, FromCaller, FromSession } from '../request-context.js';
import { BrowserSessions } from './browser-sessions.js';

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
    @Inject(SERVICE) private readonly service: Service,
    @Inject(BrowserSessions) private readonly browser: BrowserSessions,
    @Inject(KeyGuessing) private readonly guessing: KeyGuessing,
  ) {}

  @AppOperation('GET /app/api/settings', {
    id: 'getAppSettings',
    summary: 'What this server offers',
    role: 'anyone',
    answers: [200, 'What the sign-in page and the help texts depend on.', AppSettings],
  })
  settings(): AppSchemas['AppSettings'] {
    const { config } = this.service;
    return {
      operatorName: config.operatorName,
      signInByEmail: config.mail !== null,
      sandbox: config.sandbox,
      lowBalanceCents: config.lowBalanceCents,
      maxUploadBytes:
        config.uploadMethod === 'direct' ? limits.directUploadBytes : limits.presignedUploadBytes,
      rowsPerJob: limits.rowsPerJob,
      previewDays: config.previewDays,
    };
  }

  @AppOperation('POST /app/api/session', {
    id: 'signIn',
    summary: 'Sign in as a customer',
    description:
      'With an API key, which is not kept in the browser, or with the token of a sign-in link, which works once.',
    role: 'anyone',
    body: oneOf(
      form({ apiKey: secret({ maxLength: 200 }) }),
      form({ token: secret({ maxLength: 200 }), attempt: maybe(SignInAttempt) }),
    ),
    answers: [200, "Signed in; the session's cookie is set.", CustomerSession],
  })
  async signIn(
    @Body() proof: { apiKey: string } | LinkProof,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CustomerSession> {
    const begun = await this.#slowed(request, response, () => this.#begin(proof));
    await this.browser.begin(request, response, begun);
    return this.#shown(begun.mode, begun.session);
  }

  @AppOperation('GET /app/api/session', {
    id: 'getSession',
    summary: 'Who is signed in',
    answers: [200, 'The session.', CustomerSession],
  })
  get(@FromCaller() { mode }: Caller, @FromSession() session: Session): Promise<CustomerSession> {
    return this.#shown(mode, session);
  }

  @AppOperation('DELETE /app/api/session', {
    id: 'signOut',
    summary: 'Sign out, here or everywhere',
    description:
      'Everywhere means all sessions of the account, or of the test key where the session began with one.',
    query: { everywhere: maybe(bool({ default: false })) },
    answers: [204, 'Signed out; the cookie is removed.'],
  })
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

  @AppOperation('DELETE /operator/api/session', {
    id: 'operatorSignOut',
    summary: 'Sign out, here or everywhere',
    query: { everywhere: maybe(bool({ default: false })) },
    answers: [204, 'Signed out; the cookie is removed.'],
  })
  operatorSignOut(
    @FromSession() session: Session,
    @AppQuery() { everywhere }: { everywhere: boolean },
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    return this.browser.end(response, session, everywhere ? 'all' : 'this');
  }

  @AppOperation('POST /app/api/sign-in-link', {
    id: 'readSignInLink',
    summary: 'What a sign-in link of a customer is for',
    description: 'The link stays unused.',
    role: 'anyone',
    body: form({ token: secret({ maxLength: 200 }) }),
    answers: [200, 'Whom it signs in, and until when it works.', SignInLink],
  })
  readLink(
    @Body() { token }: { token: string },
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AppSchemas['SignInLink']> {
    return this.#slowed(request, response, () => this.#link('customer', token));
  }

  @AppOperation('POST /operator/api/sign-in-link', {
    id: 'readOperatorSignInLink',
    summary: 'What a sign-in link of an operator is for',
    description: 'The link stays unused.',
    role: 'anyone',
    body: form({ token: secret({ maxLength: 200 }) }),
    answers: [200, 'Whom it signs in, and until when it works.', SignInLink],
  })
  readOperatorLink(
    @Body() { token }: { token: string },
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AppSchemas['SignInLink']> {
    return this.#slowed(request, response, () => this.#link('operator', token));
  }

  @AppOperation('POST /app/api/sign-in-links', {
    id: 'sendSignInLink',
    summary: 'Have a sign-in link sent by email',
    description: 'Answers the same whether an account has this address or not.',
    role: 'anyone',
    body: form({ email: personal({ format: 'email', maxLength: 254 }) }),
    answers: [202, 'If an account has this address a link is on its way; it works once and for 15 minutes.'],
  })
  async sendLink(@Body() { email }: { email: string }, @Req() request: Request): Promise<void> {
    await this.service.rate.consume('sign-in-request', clientNetwork(request.ip ?? ''));
    const address = createHash('sha256').update(email.toLowerCase()).digest('hex');
    try {
      await this.service.rate.consume('sign-in-mail', address);
    } catch (error) {
      // Strangers requested links for this address: its owner has some of them already, and must not see a refusal caused by
      // strangers.
      if (error instanceof RateLimitedError) return;
      throw error;
    }
    // Not awaited, so that the response time does not reveal which addresses have an account.
    this.service.signInMails.send(email);
  }

  @AppOperation('POST /operator/api/session', {
    id: 'operatorSignIn',
    summary: 'Sign in as an operator',
    role: 'anyone',
    body: form({ token: secret({ maxLength: 200 }), attempt: maybe(SignInAttempt) }),
    answers: [200, "Signed in; the session's cookie is set.", OperatorSession],
  })
  async operatorSignIn(
    @Body() { token, attempt }: LinkProof,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AppSchemas['OperatorSession']> {
    const begun = await this.#slowed(request, response, () =>
      this.service.sessions.signInWithLink('operator', token, attempt ?? null),
    );
    await this.browser.begin(request, response, begun);
    return shownOperator(begun.session);
  }

  @AppOperation('GET /operator/api/session', {
    id: 'getOperatorSession',
    summary: 'Which operator is signed in',
    answers: [200, 'The session.', OperatorSession],
  })
  operator(@FromSession() session: Session): AppSchemas['OperatorSession'] {
    return shownOperator(session);
  }

  async #begin(proof: { apiKey: string } | LinkProof): Promise<Begun & { mode: Mode }> {
    if ('token' in proof) {
      const { token, attempt } = proof;
      return {
        ...(await this.service.sessions.signInWithLink('customer', token, attempt ?? null)),
        mode: 'live',
      };
    }
    const caller = await this.service.authenticator.authenticate(`Bearer ${proof.apiKey}`, true);
    // A sign-in writes to the ledger's database, which takes one write at a time.
    await this.service.rate.consume('sign-in', caller.keyId);
    this.service.authenticator.noteUse(caller);
    return { ...(await this.service.sessions.signInWithKey(caller)), mode: caller.mode };
  }

  async #link(role: Session['role'], token: string): Promise<AppSchemas['SignInLink']> {
    const { name, expiresAt } = await this.service.sessions.links.read(role, token);
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
      await this.service.rate.consume('app', clientNetwork(request.ip ?? ''));
      throw error;
    });
  }

  async #shown(mode: Mode, { accountId, signedInWith, expiresAt }: Session): Promise<CustomerSession> {
    if (accountId === null) throw new Error("a customer's session has no account");
    const { name, email, termsVersion } = await this.service.accounts.get(accountId);
    const mustAcceptTerms = this.service.termsGate.isDue(mode, termsVersion);
    return { accountId, name, email, mode, signedInWith, expiresAt: isoTime(expiresAt), mustAcceptTerms };
  }
}

function shownOperator({ name, expiresAt }: Session): AppSchemas['OperatorSession'] {
  if (name === null) throw new Error("an operator's session has no name");
  return { name, expiresAt: isoTime(expiresAt) };
}
