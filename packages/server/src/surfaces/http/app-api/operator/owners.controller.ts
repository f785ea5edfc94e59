import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Body, Controller, Inject, Param, Req, Res } from '@nestjs/common';
import type { AppSchemas } from '@skiptrace/contract/app';
import type { Response } from 'express';
import {
  ownerName,
  receiveDnc,
  setPhoneTypeDefault,
  setPriority,
  type DncFile,
  type FirstOwners,
  type ImportSummary,
  type IntakeOptions,
  type OwnerRun,
  type OwnerUploads,
  type PersonDetails,
  type PhoneType,
  type RowCorrection,
  type RunSearch,
  type UntypedPhone,
} from '../../../../directory/index.js';
import type { Session } from '../../../../money/accounts/index.js';
import { isoTime } from '../../../../platform/clock.js';
import { errorCode } from '../../../../platform/lib/error-code.js';
import { plain } from '../../../../platform/lib/printable.js';
import { doerOf, logDeed } from '../../../acts/act.js';
import {
  bool,
  choice,
  day,
  form,
  int,
  list,
  maybe,
  object,
  orNull,
  page,
  personal,
  record,
  text,
} from '../../../acts/schema.js';
import {
  CorrectedOwner,
  Explanation,
  OwnerCorrection,
  OwnerFile,
  OwnerImport,
  OwnerImportRequest,
  OwnerPreview,
  OwnerPreviewRequest,
  RejectedOwnerRows,
  WaitingOwnerFile,
} from '../../../acts/schemas/owners.js';
import { placeOf } from '../../../acts/shown.js';
import type { Service } from '../../../service/service.js';
import { AppOperation, SERVICE } from '../../app-operation.js';
import { bodyArrival } from '../../controllers/multipart.js';
import { sendCsv } from '../../controllers/send-download.js';
import { AppQuery, FromSession } from '../../request-context.js';

const ANSWER_WITHIN_MS = 10_000;

type ImportRequest = AppSchemas['OwnerImportRequest'];
/** Defaults of the contract are filled in. */
type PreviewRequest = AppSchemas['OwnerPreviewRequest'];

interface DncQuery {
  name: string;
  file: DncFile;
  date: string;
  evenIfShort: boolean;
}

/** The directory of owners (app.yaml, Operator). Each change is one line in the log, without anything personal. */
@Controller()
export class OperatorOwnersController {
  constructor(@Inject(SERVICE) private readonly service: Service) {}

  @AppOperation('PATCH /operator/api/owners/sources/{source}', {
    id: 'setSource',
    summary: 'Set which source wins when several know a property, and what its phones without a type are',
    description:
      'A large source is written again after the answer; OwnerSources tells that an import is loading.',
    body: form(
      {
        priority: maybe(int({ minimum: -1000000, maximum: 1000000 })),
        phoneTypeDefault: maybe(
          orNull(choice(['mobile', 'landline'], 'Null leaves phones without a type out of answers.')),
        ),
      },
      { minProperties: 1 },
    ),
    answers: [204, 'Set.'],
  })
  async setSource(
    @Param('source') source: string,
    @Body() { priority, phoneTypeDefault }: { priority?: number; phoneTypeDefault?: PhoneType | null },
    @FromSession() by: Session,
  ): Promise<void> {
    if (priority !== undefined) {
      await setPriority(this.service.ownerStores, source, priority);
      await logDeed(this.service, doerOf(by), ['priority of a source set', { source, priority }]);
    }
    if (phoneTypeDefault !== undefined) await this.#setPhoneType(source, phoneTypeDefault, by);
  }

  /** Rewriting a large source takes minutes, longer than a browser waits: it continues after the answer. */
  async #setPhoneType(source: string, phoneTypeDefault: PhoneType | null, by: Session): Promise<void> {
    const { ownerStores: stores, ids, logger } = this.service;
    const set = setPhoneTypeDefault({ stores, ids }, source, phoneTypeDefault);
    set.then(
      () =>
        logDeed(this.service, doerOf(by), ['type of phones of a source set', { source, phoneTypeDefault }]),
      (error: unknown) =>
        logger.warn({ code: errorCode(error) }, 'the type of phones of a source was not set'),
    );
    await Promise.race([set, pause(ANSWER_WITHIN_MS, undefined, { ref: false })]);
  }

  @AppOperation('POST /operator/api/owners/files', {
    id: 'uploadOwnerFile',
    summary: 'Send a file of owners to this server',
    description: 'The file stays on the server for a day, or until it was imported or deleted.',
    query: {
      name: text('What the file is called. What it is, its bytes tell.', { minLength: 1, maxLength: 255 }),
    },
    takes: 'application/octet-stream',
    body: text({ format: 'binary' }),
    answers: [201, 'The file as the server read its beginning.', OwnerFile],
  })
  async upload(
    @AppQuery() { name }: { name: string },
    @Req() request: IncomingMessage,
    @FromSession() by: Session,
  ): Promise<AppSchemas['OwnerFile']> {
    const file = await this.service.ownerIntake.uploads.receive(name, {
      declaredBytes: declaredBytes(request),
      receive: bodyArrival(request),
    });
    await logDeed(this.service, doerOf(by), [
      'file of owners received',
      { fileId: file.id, bytes: file.bytes },
    ]);
    return shownFile(file);
  }

  @AppOperation('POST /operator/api/dnc', {
    id: 'importDncList',
    summary: 'Put a Do Not Call list in force, as a whole or not at all',
    description: 'A list that looks cut off is refused with the reasons, unless `evenIfShort` is true.',
    query: {
      name: text('What the file is called.', { minLength: 1, maxLength: 255 }),
      file: choice(
        ['area-codes', 'full', 'change', 'internal', 'litigator'],
        'The national list of the area codes in the file, of all, or its changes; people who asked you not to call; or numbers to leave out of every answer.',
      ),
      date: day('The day that the list is of.'),
      evenIfShort: maybe(bool('Although it looks cut off.', { default: false })),
    },
    takes: 'application/octet-stream',
    body: text({ format: 'binary' }),
    answers: [
      200,
      'In force from the next lookup on.',
      object({ numbers: int('Listed in the file, or added.'), removed: int(), areaCodes: int() }),
    ],
  })
  async importDnc(
    @AppQuery() { name, file, date, evenIfShort }: DncQuery,
    @Req() request: IncomingMessage,
    @FromSession() by: Session,
  ) {
    const { ownerStores, clock } = this.service;
    const gone = new AbortController();
    const leave = () => gone.abort();
    request.socket.once('close', leave);
    const { numbers, removed, areaCodes } = await receiveDnc(
      {
        store: ownerStores.dnc,
        reads: ownerStores.index.doNotCall,
        clock,
        isMeant: () => Promise.resolve(evenIfShort),
        signal: gone.signal,
      },
      bodyArrival(request),
      { name, file, dated: date },
    ).finally(() => request.socket.off('close', leave));
    const counts = { numbers, removed, areaCodes: areaCodes.length };
    await logDeed(this.service, doerOf(by), ['Do Not Call list imported', { file, dated: date, ...counts }]);
    return counts;
  }

  @AppOperation('GET /operator/api/owners/files', {
    id: 'listOwnerFiles',
    summary: 'Files of owners that wait to be imported, newest first',
    description: 'At most 20; more are refused until some are imported or deleted.',
    answers: [200, 'The files, each with its last import or try.', object({ files: list(WaitingOwnerFile) })],
  })
  async files(): Promise<{ files: AppSchemas['WaitingOwnerFile'][] }> {
    const found = await this.service.ownerIntake.uploads.list();
    return {
      files: found.map(({ upload: { id, name, bytes, createdAt }, lastRun }) => ({
        id,
        name,
        bytes,
        receivedAt: isoTime(createdAt),
        lastImport: lastRun === null ? null : shownRun(lastRun),
      })),
    };
  }

  @AppOperation('GET /operator/api/owners/files/{fileId}', {
    id: 'getOwnerFile',
    summary: 'A file that waits to be imported',
    query: {
      headerRow: maybe(
        int('The row with the names of the columns, from 1; 0 for none. By default the file tells.', {
          minimum: 0,
          maximum: 1000,
        }),
      ),
      sheet: maybe(
        text('Of a workbook; by default the one that looks most like a list.', {
          minLength: 1,
          maxLength: 255,
        }),
      ),
    },
    answers: [200, 'The file, as uploadOwnerFile answered, or as it is read with the parameters.', OwnerFile],
  })
  async file(
    @Param('fileId') fileId: string,
    @AppQuery() options: { headerRow?: number; sheet?: string },
  ): Promise<AppSchemas['OwnerFile']> {
    return shownFile(await this.service.ownerIntake.uploads.open(fileId, options));
  }

  @AppOperation('DELETE /operator/api/owners/files/{fileId}', {
    id: 'deleteOwnerFile',
    summary: 'Throw an uploaded file away',
    answers: [204, 'Thrown away; what was imported from it stays.'],
  })
  async deleteFile(@Param('fileId') fileId: string, @FromSession() by: Session): Promise<void> {
    await this.service.ownerIntake.uploads.remove(fileId);
    await logDeed(this.service, doerOf(by), ['file of owners thrown away', { fileId }]);
  }

  @AppOperation('POST /operator/api/owners/files/{fileId}/preview', {
    id: 'previewOwnerFile',
    summary: 'What the first rows of a file become',
    description: 'Stores nothing.',
    body: OwnerPreviewRequest,
    answers: [200, 'Each row that getOwnerFile shows, with its owners.', OwnerPreview],
  })
  async preview(
    @Param('fileId') fileId: string,
    @Body() { map, ...options }: PreviewRequest,
  ): Promise<AppSchemas['OwnerPreview']> {
    const asked = { ...options, ...(map !== undefined && { overrides: map }) };
    const { rows, problem } = await this.service.ownerIntake.uploads.preview(fileId, asked);
    return {
      problem,
      rows: rows.map(({ line: row, owners, ...found }) => ({
        row,
        ...found,
        owners: owners.map(shownOwner),
      })),
    };
  }

  @AppOperation('POST /operator/api/owners/files/{fileId}/imports', {
    id: 'importOwnerFile',
    summary: 'Import an uploaded file, or check it without importing',
    body: OwnerImportRequest,
    answers: [202, 'Begun.', OwnerImport],
  })
  async import(
    @Param('fileId') fileId: string,
    @Body() { map, source, ...options }: ImportRequest,
    @FromSession() by: Session,
  ): Promise<AppSchemas['OwnerImport']> {
    const { dryRun, replace } = options;
    const asked = { ...options, source: source.trim(), ...(map !== undefined && { overrides: map }) };
    const run = await this.service.ownerIntake.start(fileId, asked, doerOf(by).actor);
    await logDeed(this.service, doerOf(by), [
      'import of owners begun',
      {
        fileId,
        importId: run.id,
        source,
        dryRun,
        replace,
      },
    ]);
    return shownRun(run);
  }

  @AppOperation('GET /operator/api/owners/imports', {
    id: 'listOwnerImports',
    summary: 'Imports and tries of the last 30 days, newest first',
    description: 'Those of the command line as well.',
    query: {
      state: maybe(choice(['running', 'done', 'failed', 'all'], { default: 'all' })),
      ...page(25, 100),
    },
    answers: [200, 'A page of imports.', object({ imports: list(OwnerImport), nextCursor: orNull(text()) })],
  })
  async imports(@AppQuery() search: RunSearch) {
    const { rows, nextCursor } = await this.service.ownerIntake.list(search);
    return { imports: rows.map(shownRun), nextCursor };
  }

  @AppOperation('GET /operator/api/owners/imports/{importId}', {
    id: 'getOwnerImport',
    summary: 'How an import goes, and what it found',
    answers: [200, 'The import, or the try.', OwnerImport],
  })
  async importState(@Param('importId') importId: string): Promise<AppSchemas['OwnerImport']> {
    return shownRun(await this.service.ownerIntake.get(importId));
  }

  @AppOperation('GET /operator/api/owners/imports/{importId}/rejects.csv', {
    id: 'downloadRejects',
    summary: 'The rows that were not taken, with reasons',
    description: 'A link may ask for it, so it needs no Skiptrace-App header.',
    isNavigation: true,
    gives: 'text/csv',
    answers: [200, 'The rows as they were, after their reason.', text()],
  })
  async rejects(@Param('importId') importId: string, @Res() response: Response): Promise<void> {
    const rejects = await this.service.ownerIntake.rejects(importId);
    response.set('Cache-Control', 'private, no-store');
    await sendCsv(response, 'rejects.csv', rejects);
  }

  @AppOperation('GET /operator/api/owners/imports/{importId}/rejects', {
    id: 'getRejectedRows',
    summary: 'The first rejected rows that were not corrected yet',
    description: 'Kept as long as the file of rejected rows, for a day.',
    answers: [200, 'At most 100 rows.', RejectedOwnerRows],
  })
  rejectedRows(@Param('importId') importId: string): Promise<AppSchemas['RejectedOwnerRows']> {
    return this.service.ownerIntake.rejectedRows(importId);
  }

  @AppOperation('POST /operator/api/owners/imports/{importId}/corrections', {
    id: 'correctRejectedRows',
    summary: 'Import corrected rows as a further part of their import',
    description:
      'Into the same source and read in the same way; nothing else of the source is replaced. A row is taken once.',
    body: form({
      rows: list(
        form({
          line: int({ minimum: 1 }),
          cells: record(
            personal({ maxLength: 5000 }),
            'Column, from 0, → its new text. The other cells stay.',
          ),
        }),
        { minItems: 1, maxItems: 100 },
      ),
    }),
    answers: [202, 'Begun.', OwnerImport],
  })
  async correct(
    @Param('importId') importId: string,
    @Body() { rows }: { rows: RowCorrection[] },
    @FromSession() by: Session,
  ): Promise<AppSchemas['OwnerImport']> {
    const run = await this.service.ownerIntake.correctRows(importId, rows, doerOf(by).actor);
    const { id, uploadId: fileId, request } = run;
    await logDeed(this.service, doerOf(by), [
      'import of owners begun',
      {
        fileId,
        importId: id,
        source: request?.source ?? '',
        dryRun: false,
        replace: false,
      },
    ]);
    return shownRun(run);
  }

  @AppOperation('POST /operator/api/owners/explain', {
    id: 'explainAddress',
    summary: "Why an address matches or doesn't",
    description: 'A POST, so that no address stands in a URL.',
    body: form({
      address: personal({ minLength: 1, maxLength: 500 }),
      firstName: maybe(personal({ maxLength: 200 })),
      lastName: maybe(personal({ maxLength: 200 })),
    }),
    answers: [200, 'The reading of the address, the candidates, and the decision.', Explanation],
  })
  async explain(
    @Body() lead: { address: string; firstName?: string; lastName?: string },
    @FromSession() by: Session,
  ): Promise<AppSchemas['Explanation']> {
    const { owner, ...explained } = await this.service.owners.explain(lead);
    await logDeed(this.service, doerOf(by), ['an address was explained', { isMatch: owner !== null }]);
    return { ...explained, owner: owner && { ...owner, contact: shownDetails(owner.contact) } };
  }

  @AppOperation('GET /operator/api/owners/corrections', {
    id: 'listCorrections',
    summary: 'Owners that operators corrected, newest first',
    answers: [200, 'All of them.', object({ corrections: list(OwnerCorrection) })],
  })
  async corrections(): Promise<{ corrections: AppSchemas['OwnerCorrection'][] }> {
    const found = await this.service.corrections.list();
    return {
      corrections: found.map(({ owner, correctedAt, ...correction }) => ({
        id: correction.id,
        reason: plain(correction.reason),
        correctedBy: plain(correction.correctedBy),
        correctedAt: isoTime(correctedAt),
        owner: owner && {
          property: placeOf(owner.address),
          namesOnFile: owner.names.filter((name) => name !== ''),
          contact: shownDetails(owner.contact),
        },
      })),
    };
  }

  @AppOperation('POST /operator/api/owners/corrections', {
    id: 'correctOwner',
    summary: 'Replace what is handed out about an owner who is wrong',
    description:
      'It stays, whatever is imported, until it is undone. An earlier correction of the same owner gives way.',
    body: CorrectedOwner,
    answers: [200, 'Corrected, from the next lookup on.', object({ correctionId: text() })],
  })
  async correctOwner(
    @Body() { recordId, reason, ...typed }: AppSchemas['CorrectedOwner'],
    @FromSession() by: Session,
  ): Promise<{ correctionId: string }> {
    const why = { reason: reason.trim(), by: by.name ?? 'operator', actor: doerOf(by).actor };
    const { id } = await this.service.corrections.add(recordId, typed, why);
    this.service.logger.info({ operator: by.name, correctionId: id }, 'an owner was corrected');
    return { correctionId: id };
  }
}

const shownDetails = (contact: PersonDetails): AppSchemas['OwnerDetails'] => ({
  name: contact.fullName ?? ownerName(contact),
  mailing:
    contact.mailingAddress === null
      ? null
      : {
          address: contact.mailingAddress,
          city: contact.mailingCity,
          state: contact.mailingState,
          zip: contact.mailingZip,
        },
  phones: contact.phones.map(({ type, ...phone }) => ({ ...shownPhone(phone), type })),
  emails: contact.emails,
});

const shownPhone = ({ number, dnc, dncChecked }: UntypedPhone) => ({
  number,
  doNotCall: dncChecked === false ? ('unchecked' as const) : dnc ? ('yes' as const) : ('no' as const),
});

function shownFile(file: Awaited<ReturnType<OwnerUploads['open']>>): AppSchemas['OwnerFile'] {
  const { createdAt: _, ...shown } = file;
  return shown;
}

const shownOwner = ({
  name,
  property,
  contact,
}: FirstOwners['owners'][number]): AppSchemas['PreviewedOwner'] => ({
  name,
  property,
  mailing:
    placeOf([contact.mailingAddress, contact.mailingCity, contact.mailingState, contact.mailingZip]) || null,
  phones: [
    ...contact.phones,
    ...(contact.untypedPhones ?? []).map((phone) => ({ ...phone, type: null })),
  ].map(({ type, ...phone }) => ({ ...shownPhone(phone), type })),
  emails: contact.emails,
});

/** The body's size by Content-Length (RFC 9112 §6.3); null without one. */
function declaredBytes({ headers }: IncomingMessage): number | null {
  const declared = headers['content-length'];
  return declared === undefined ? null : Number(declared);
}

function shownRun(run: OwnerRun): AppSchemas['OwnerImport'] {
  const { id, uploadId, fileName, startedBy, dryRun, state, rowsRead, bytesRead, bytes, startedAt } = run;
  const { aliveAt, summary, error, request } = run;
  return {
    id,
    fileId: uploadId,
    fileName,
    startedBy,
    dryRun,
    state,
    rowsRead,
    bytesRead,
    bytes,
    error,
    request: request === null ? null : shownRequest(request),
    startedAt: isoTime(startedAt),
    endedAt: state === 'running' ? null : isoTime(aliveAt),
    summary: summary === null ? null : shownSummary(summary),
  };
}

const shownRequest = ({ overrides, corrects: _, ...options }: IntakeOptions): ImportRequest => ({
  ...options,
  ...(overrides !== undefined && { map: overrides }),
});

function shownSummary(summary: ImportSummary): AppSchemas['OwnerImportSummary'] {
  const { status, source, before, rows, owners, refusals, phones, mapping, rejectsPath } = summary;
  const { nameOrderReason, warnings, ignoredColumns, sensitiveColumns } = summary;
  const { leftOut, withoutType, ofOthers, over } = phones;
  return {
    status,
    source,
    before,
    rows,
    owners,
    refusals,
    phonesLeftOut: { unusable: leftOut - ofOthers - over, withoutType, ofOthers, over },
    mapping: mapping.map(({ field, headers, sample, reason }) => ({
      field,
      headers: [...headers],
      sample: sample === '' ? null : sample,
      reason,
    })),
    nameOrderReason,
    ignoredColumns,
    sensitiveColumns,
    warnings: warnings.map(({ text }) => text),
    hasRejects: rejectsPath !== null,
  };
}
