import { defaultMegabytes } from '@check-requests/domain/documents/attachments/fields.ts'
import { defaultKeepRule, parseInterval, parseKeepRule } from '@check-requests/domain/operation/backups/settings.ts'
import { z } from 'zod'
import type { BackupSettings } from './platform/files/backup-place.ts'
import { overlap, parseS3Place, type S3Place } from './platform/files/s3-place.ts'
import {
  type InboxPlace,
  parseInboxUrl,
  parseSmtpUrl,
  parseTokenUrl,
  type SmtpPlace,
  type TokenPlace,
} from './platform/mail/mail-urls.ts'
import {
  fileName,
  host,
  hosts,
  httpUrl,
  networks,
  oneOf,
  postgresUrl,
  proxies,
  publicUrl,
  readBy,
  readFromFiles,
  wholeNumber,
} from './platform/text/setting-fields.ts'

const oneDay = 86_400_000
const switchField = oneOf('on', 'off')

// For each of these settings, NAME_FILE can name a file that contains the value.
const mayHoldPasswords = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'BACKUP_CHECK_URL',
  'SMTP_URL',
  'INBOX_URL',
  'INBOX_TOKEN_URL',
  'METRICS_TOKEN',
  'AWS_SECRET_ACCESS_KEY',
]

const sender = /^(?:[^<>@"\\,;:\p{Cc}]{1,100} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u

const settings = z.object({
  HOST: host.default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  DATA_DIR: fileName.default('./data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_READ_URL: postgresUrl.optional(),
  DEMO: switchField.optional(),
  DEMO_APPROVALS: switchField.default('on'),
  PUBLIC_URL: publicUrl.optional(),
  INSECURE_HTTP: switchField.default('off'),
  FORCE_PASSWORD_CHANGE: switchField.default('off'),
  ALLOW_EARLIER_CLOCK: switchField.default('off'),
  TRUST_PROXY: proxies.optional(),
  ALLOWED_NETWORKS: networks.optional(),
  CHAT_HOSTS: hosts.optional(),
  DRAIN_SECONDS: wholeNumber(0, 60).default(0),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  SLOW_CALL_MS: wholeNumber(1, 60_000).default(1000),
  MAX_ATTACHMENT_MB: wholeNumber(1, 100).default(defaultMegabytes),
  FILES_URL: readBy(parseS3Place),
  BANK_FILES_DIR: fileName.optional(),
  BACKUP_DIR: fileName.optional(),
  BACKUP_URL: readBy(parseS3Place),
  BACKUP_EVERY: readBy(parseInterval),
  BACKUP_KEEP: readBy(parseKeepRule),
  BACKUP_CHECK_URL: postgresUrl.optional(),
  SMTP_URL: readBy(parseSmtpUrl),
  MAIL_FROM: z.string().regex(sender, { error: 'must be an email address, or Name <email address>' }).optional(),
  INBOX_URL: readBy(parseInboxUrl),
  INBOX_TOKEN_URL: readBy(parseTokenUrl),
  INBOX_ADDRESS: z.email({ error: 'must be an email address' }).toLowerCase().optional(),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, { error: 'must be 16 to 200 visible characters' })
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional(),
  AUDIT_MAC_KEY: fileName.optional(),
  SECRETS_KEY: fileName.optional(),
  AUDIT_KEY: fileName.optional(),
  AUDIT_CHECKPOINTS: fileName.optional(),
})

const environment = settings
  .refine((set) => (set.AUDIT_KEY === undefined) === (set.AUDIT_CHECKPOINTS === undefined), {
    path: ['AUDIT_KEY'],
    error: 'must be set together with AUDIT_CHECKPOINTS',
    when: () => true,
  })
  .refine((set) => set.DATABASE_URL === undefined || set.AUDIT_MAC_KEY !== undefined, {
    path: ['AUDIT_MAC_KEY'],
    error: 'must be set together with DATABASE_URL: name a file outside the database for the audit trail key',
    when: () => true,
  })
  .refine((set) => set.DATABASE_DIRECT_URL === undefined || set.DATABASE_URL !== undefined, {
    path: ['DATABASE_DIRECT_URL'],
    error: 'requires DATABASE_URL to be set to the URL of a pooler',
    when: () => true,
  })
  .refine((set) => set.DATABASE_READ_URL === undefined || set.DATABASE_URL !== undefined, {
    path: ['DATABASE_READ_URL'],
    error: 'requires DATABASE_URL to be set to the database that the replica copies',
    when: () => true,
  })
  .refine((set) => set.DATABASE_READ_URL === undefined || set.DATABASE_READ_URL !== set.DATABASE_URL, {
    path: ['DATABASE_READ_URL'],
    error: 'must differ from DATABASE_URL: name a read replica of that database, or remove this setting',
    when: () => true,
  })
  .refine((set) => (set.SMTP_URL === undefined) === (set.MAIL_FROM === undefined), {
    path: ['MAIL_FROM'],
    error: 'must be set together with SMTP_URL',
    when: () => true,
  })
  .refine((set) => set.SMTP_URL === undefined || set.PUBLIC_URL !== undefined, {
    path: ['PUBLIC_URL'],
    error: 'must be set together with SMTP_URL: emails link to this URL',
    when: () => true,
  })
  .refine((set) => (set.INBOX_URL === undefined) === (set.INBOX_ADDRESS === undefined), {
    path: ['INBOX_ADDRESS'],
    error: 'must be set together with INBOX_URL',
    when: () => true,
  })
  .refine((set) => set.INBOX_URL === undefined || set.SMTP_URL !== undefined, {
    path: ['SMTP_URL'],
    error: 'must be set together with INBOX_URL: emails from users are answered',
    when: () => true,
  })
  .refine(({ INBOX_URL: at, INBOX_TOKEN_URL: tokens }) => (tokens !== undefined) === isOpenedByTokens(at), {
    path: ['INBOX_TOKEN_URL'],
    error: 'must be set exactly if INBOX_URL names a mailbox without a password',
    when: () => true,
  })
  .refine((set) => set.METRICS_PORT === undefined || set.METRICS_PORT === 0 || set.METRICS_PORT !== set.PORT, {
    path: ['METRICS_PORT'],
    error: 'must differ from PORT: choose another port, or set METRICS_TOKEN instead',
    when: () => true,
  })
  .refine((set) => set.BACKUP_DIR === undefined || set.BACKUP_URL === undefined, {
    path: ['BACKUP_URL'],
    error: 'can’t be set together with BACKUP_DIR: all backups are stored in one location',
    when: () => true,
  })
  .refine((set) => !set.BACKUP_URL || !set.FILES_URL || !overlap(set.BACKUP_URL, set.FILES_URL), {
    path: ['BACKUP_URL'],
    error: 'must be a different bucket or folder from FILES_URL: unknown files among documents are deleted',
    when: () => true,
  })

function isOpenedByTokens(inbox: InboxPlace | undefined): boolean {
  return inbox?.kind === 'mailbox' && inbox.password === undefined
}

/** The settings of this installation (D4). */
export interface Config {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** The direct URL of PostgreSQL if `databaseUrl` is a pooler's. */
  readonly databaseDirectUrl: string | undefined
  /** The URL of a PostgreSQL read replica. */
  readonly databaseReadUrl: string | undefined
  readonly demo: 'on' | 'off' | undefined
  /** Whether one of the demo dealer groups has an approval policy. */
  readonly demoApprovals: 'on' | 'off'
  readonly publicUrl: URL | undefined
  readonly insecureHttp: boolean
  /** A user whose password was chosen by an admin must replace it before doing anything else. */
  readonly forcePasswordChange: boolean
  /** Allows the server to start when the newest trail entry is later than the server clock. */
  readonly allowEarlierClock: boolean
  readonly trustedProxies: string[]
  /** Private networks, as CIDR ranges, in which the server may call hosts that users enter. */
  readonly allowedNetworks: readonly string[]
  /** Hosts to which users can have their notices sent, besides those of Slack, Teams, and Google Chat. */
  readonly chatHosts: readonly string[]
  readonly logLevel: string
  /** A call that takes at least this many milliseconds is logged with a breakdown of its time. */
  readonly slowAfter: number
  /**
   * The time for which a stopping server keeps taking calls while its health check reports the shutdown, in seconds.
   */
  readonly drainSeconds: number
  /** The server time zone (`TZ`), an IANA name. Used for super admins, who have no location. */
  readonly timeZone: string
  /** The maximum size of a document in bytes. */
  readonly mostBytesOfDocument: number
  /** The bucket for document files if they aren't in the data folder. */
  readonly filesAt: S3Place | undefined
  /** The folder in which bank accounts can have folders for the files that they exchange with their banks. */
  readonly bankFilesDir: string | undefined
  /** Undefined if the server doesn't make its own backups. */
  readonly backups: BackupSettings | undefined
  /** The mail server and the sender of all emails, or undefined if the server sends no email. */
  readonly mail: { readonly place: SmtpPlace; readonly from: string } | undefined
  /** Where emails with documents arrive, and their address, or undefined if the server receives no email. */
  readonly inbox:
    | { readonly place: InboxPlace; readonly address: string; readonly tokens: TokenPlace | undefined }
    | undefined
  /** The port for metrics and the token that allows reading them on the main port, or undefined if metrics are off. */
  readonly metrics: { readonly port: number | undefined; readonly token: string | undefined } | undefined
  /** Whether OpenTelemetry traces are exported. The collector has its own settings. */
  readonly exportsTraces: boolean
  /** The file with the audit trail keys if it isn't in the data folder. */
  readonly macKeyFile: string | undefined
  /** The file with the account number keys if it isn't next to the trail keys. */
  readonly secretsKeyFile: string | undefined
  /** The file for signed audit trail heads and the key that signs or verifies them. */
  readonly checkpoints: { readonly file: string; readonly keyFile: string } | undefined
}

/** Reads the environment, and throws one error that names every invalid setting. */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const read = readFromFiles(variables, mayHoldPasswords)
  const set = Object.fromEntries(Object.entries(read.variables).filter(([, value]) => value !== ''))
  const { data: values, error } = environment.safeParse(set)
  const errors = [...read.errors, ...(error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)]
  if (!values || errors.length > 0) throw new Error(`These settings can’t be used:\n  ${errors.join('\n  ')}`)
  if (variables.AWS_SECRET_ACCESS_KEY_FILE) giveKeys([values.FILES_URL, values.BACKUP_URL], read.variables)
  return {
    host: values.HOST,
    port: values.PORT,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    demo: values.DEMO,
    demoApprovals: values.DEMO_APPROVALS,
    publicUrl: values.PUBLIC_URL ? new URL(values.PUBLIC_URL) : undefined,
    insecureHttp: values.INSECURE_HTTP === 'on',
    forcePasswordChange: values.FORCE_PASSWORD_CHANGE === 'on',
    allowEarlierClock: values.ALLOW_EARLIER_CLOCK === 'on',
    trustedProxies: values.TRUST_PROXY ?? [],
    allowedNetworks: values.ALLOWED_NETWORKS ?? [],
    chatHosts: values.CHAT_HOSTS ?? [],
    logLevel: values.LOG_LEVEL,
    slowAfter: values.SLOW_CALL_MS,
    drainSeconds: values.DRAIN_SECONDS,
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    mostBytesOfDocument: values.MAX_ATTACHMENT_MB * 1_048_576,
    filesAt: values.FILES_URL,
    bankFilesDir: values.BANK_FILES_DIR,
    backups: backupsOf(values),
    mail: values.SMTP_URL && values.MAIL_FROM ? { place: values.SMTP_URL, from: values.MAIL_FROM } : undefined,
    inbox:
      values.INBOX_URL && values.INBOX_ADDRESS
        ? { place: values.INBOX_URL, address: values.INBOX_ADDRESS, tokens: values.INBOX_TOKEN_URL }
        : undefined,
    metrics: metricsOf(values),
    exportsTraces: Boolean(values.OTEL_EXPORTER_OTLP_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT),
    macKeyFile: values.AUDIT_MAC_KEY,
    secretsKeyFile: values.SECRETS_KEY,
    checkpoints:
      values.AUDIT_KEY && values.AUDIT_CHECKPOINTS
        ? { file: values.AUDIT_CHECKPOINTS, keyFile: values.AUDIT_KEY }
        : undefined,
  }
}

/** Gives buckets their keys if the secret one was in a file. Otherwise, they are read from the environment when needed. */
function giveKeys(buckets: readonly (object | undefined)[], variables: Record<string, string | undefined>): void {
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = variables
  for (const bucket of buckets) if (bucket) Object.assign(bucket, { keys: { accessKeyId, secretAccessKey } })
}

function metricsOf({ METRICS_PORT: port, METRICS_TOKEN: token }: z.output<typeof settings>): Config['metrics'] {
  return port === undefined && token === undefined ? undefined : { port, token }
}

function backupsOf(values: z.output<typeof settings>): BackupSettings | undefined {
  const { BACKUP_DIR: folder, BACKUP_URL: bucket } = values
  const at = folder ? { folder } : bucket && { bucket }
  if (!at) return undefined
  const { BACKUP_EVERY: every = oneDay, BACKUP_KEEP: keep = defaultKeepRule, BACKUP_CHECK_URL: checkUrl } = values
  return { at, every, keep, checkUrl }
}
