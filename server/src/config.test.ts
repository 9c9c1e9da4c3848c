import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

describe('server settings', () => {
  test('defaults to localhost and SQLite in ./data', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      dataDir: './data',
      databaseUrl: undefined,
      demo: undefined,
      demoApprovals: 'on',
      publicUrl: undefined,
      insecureHttp: false,
      forcePasswordChange: false,
      allowEarlierClock: false,
      trustedProxies: [],
      allowedNetworks: [],
      chatHosts: [],
      logLevel: 'info',
      slowAfter: 1000,
      exportsTraces: false,
      drainSeconds: 0,
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      mostBytesOfDocument: 10_485_760,
      filesAt: undefined,
      mail: undefined,
      checkpoints: undefined,
    })
  })

  test('treats blank values as unset and ignores unknown variables', () => {
    const blank = { HOST: '', PORT: '', DATA_DIR: '', DATABASE_URL: '', DEMO: '', PUBLIC_URL: '', TRUST_PROXY: '' }
    expect(readConfig({ ...blank, PATH: '/bin', HOME: '/root' })).toEqual(readConfig({}))
  })

  test('reads every setting from the environment', () => {
    const config = readConfig({
      DRAIN_SECONDS: '5',
      HOST: '0.0.0.0',
      PORT: '8080',
      DATA_DIR: '/var/lib/checks',
      DATABASE_URL: 'postgres://app:secret@db:5432/checks',
      DEMO: 'off',
      DEMO_APPROVALS: 'off',
      PUBLIC_URL: 'https://checks.example.com',
      INSECURE_HTTP: 'on',
      FORCE_PASSWORD_CHANGE: 'on',
      ALLOW_EARLIER_CLOCK: 'on',
      TRUST_PROXY: '10.0.0.0/8, 192.168.1.7,fd00::/8',
      ALLOWED_NETWORKS: '10.1.0.0/16, fd00::/8',
      CHAT_HOSTS: 'chat.example.com',
      LOG_LEVEL: 'warn',
      SLOW_CALL_MS: '250',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      MAX_ATTACHMENT_MB: '25',
      FILES_URL: 's3://checks/files?region=us-west-2',
      SMTP_URL: 'smtps://checks:secret@mail.example.com',
      MAIL_FROM: 'Check Requests <checks@example.com>',
      AUDIT_MAC_KEY: '/etc/checks/audit-mac.json',
      AUDIT_KEY: '/etc/checks/audit.key',
      AUDIT_CHECKPOINTS: '/mnt/vault/checks',
    })
    expect(config).toEqual({
      host: '0.0.0.0',
      port: 8080,
      dataDir: '/var/lib/checks',
      databaseUrl: 'postgres://app:secret@db:5432/checks',
      demo: 'off',
      demoApprovals: 'off',
      publicUrl: new URL('https://checks.example.com'),
      insecureHttp: true,
      forcePasswordChange: true,
      allowEarlierClock: true,
      trustedProxies: ['10.0.0.0/8', '192.168.1.7', 'fd00::/8'],
      allowedNetworks: ['10.1.0.0/16', 'fd00::/8'],
      chatHosts: ['chat.example.com'],
      logLevel: 'warn',
      slowAfter: 250,
      exportsTraces: true,
      drainSeconds: 5,
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      mostBytesOfDocument: 26_214_400,
      filesAt: { bucket: 'checks', prefix: 'files/', region: 'us-west-2', endpoint: undefined },
      mail: {
        place: {
          host: 'mail.example.com',
          port: 465,
          tls: 'verified',
          secure: true,
          login: { user: 'checks', password: 'secret' },
        },
        from: 'Check Requests <checks@example.com>',
      },
      macKeyFile: '/etc/checks/audit-mac.json',
      checkpoints: { keyFile: '/etc/checks/audit.key', file: '/mnt/vault/checks' },
    })
  })

  test.each([
    ['HOST', 'http://127.0.0.1'],
    ['HOST', '127.0.0.1:3000'],
    ['HOST', '300.1.1.1'],
    ['HOST', 'my host'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PORT', 'http'],
    ['DATABASE_URL', 'mysql://db/checks'],
    ['DATABASE_URL', '/var/lib/checks.db'],
    ['DATABASE_URL', 'postgres://app:p#ss@db/checks'],
    ['DATABASE_URL', 'postgres://app:1234#x@db/checks'],
    ['DATABASE_READ_URL', 'postgres://app@db:port/checks'],
    ['DATA_DIR', 'data\0'],
    ['DEMO', 'yes'],
    ['DRAIN_SECONDS', '1e1'],
    ['SLOW_CALL_MS', '0'],
    ['MAX_ATTACHMENT_MB', '101'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['PUBLIC_URL', 'https://example.com/checks'],
    ['PUBLIC_URL', 'https://checks.example.com?x=1'],
    ['PUBLIC_URL', 'https://ann@checks.example.com'],
    ['PUBLIC_URL', 'checks.example.com'],
    ['PUBLIC_URL', 'ftp://checks.example.com'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['INSECURE_HTTP', 'true'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', 'loopback'],
    ['TRUST_PROXY', '1.2.3.4.5'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['LOG_LEVEL', 'loud'],
    ['FILES_URL', '/mnt/files'],
    ['FILES_URL', 'https://s3.amazonaws.com/checks'],
    ['FILES_URL', 's3://key:secret@checks?region=us-west-2'],
    ['FILES_URL', 's3://Checks_1?region=us-west-2'],
    ['FILES_URL', 's3://checks'],
    ['FILES_URL', 's3://checks?region=us-west-2&acl=public-read'],
    ['FILES_URL', 's3://checks/..%2f?region=us-west-2'],
    ['FILES_URL', 's3://checks?region=us-west-2&endpoint=minio:9000'],
    ['BACKUP_URL', '/mnt/backups'],
    ['BACKUP_EVERY', 'daily'],
    ['BACKUP_EVERY', '1m'],
    ['BACKUP_KEEP', 'daily=7'],
    ['BACKUP_KEEP', '7'],
    ['BACKUP_CHECK_URL', 'check.db'],
    ['METRICS_PORT', 'metrics'],
    ['METRICS_PORT', '3000'],
    ['METRICS_TOKEN', 'too short'],
    ['METRICS_TOKEN', 'with a blank in between'],
    ['SMTP_URL', 'mail.example.com'],
    ['SMTP_URL', 'smtp://user:secret@mail.example.com?tls=off'],
    ['MAIL_FROM', 'Check Requests'],
    ['MAIL_FROM', 'Check Requests <checks>'],
    ['MAIL_FROM', 'checks@example.com, other@example.com'],
    ['MAIL_FROM', 'Checks <checks@example.com>\nBcc: <other@example.com>'],
  ])('rejects the setting %s with the value %s, and names the setting and the expected format', (name, value) => {
    const sentence = '(must|needs|has|is|can|can’t) '
    expect(() => readConfig({ [name]: value })).toThrow(
      new RegExp(`These settings can’t be used:\\n  ${name}: ${sentence}`),
    )
  })

  test.each(['::', '::1', 'localhost', 'app1.internal', '0.0.0.0'])('accepts HOST=%s', (host) => {
    expect(readConfig({ HOST: host })).toMatchObject({ host })
  })

  test.each(['https://checks.example.com/', 'http://192.168.1.5:3000'])('accepts PUBLIC_URL=%s', (url) => {
    expect(readConfig({ PUBLIC_URL: url }).publicUrl?.href).toBe(new URL(url).href)
  })

  test.each([
    'postgres://app:p%23ss@db/checks',
    'postgresql:///checks?host=/run/postgresql',
    'postgres://app@/checks?host=/run',
  ])('accepts DATABASE_URL=%s', (url) =>
    expect(readConfig({ DATABASE_URL: url, AUDIT_MAC_KEY: '/etc/key' }).databaseUrl).toBe(url),
  )

  test('requires AUDIT_MAC_KEY with PostgreSQL', () => {
    expect(() => readConfig({ DATABASE_URL: 'postgres://app@db/checks' })).toThrow(
      'AUDIT_MAC_KEY: must be set together with DATABASE_URL: name a file outside the database',
    )
  })

  test('requires DATABASE_URL, the pooler address, if DATABASE_DIRECT_URL is set', () => {
    expect(() => readConfig({ DATABASE_DIRECT_URL: 'postgres://app@db/checks' })).toThrow(
      'DATABASE_DIRECT_URL: requires DATABASE_URL to be set to the URL of a pooler',
    )
  })

  test('requires DATABASE_URL, the primary address, if DATABASE_READ_URL is set, and refuses equal addresses', () => {
    const url = 'postgres://app@db/checks'
    expect(() => readConfig({ DATABASE_READ_URL: url })).toThrow('DATABASE_READ_URL: requires DATABASE_URL')
    const same = { DATABASE_READ_URL: url, DATABASE_URL: url, AUDIT_MAC_KEY: '/etc/key' }
    expect(() => readConfig(same)).toThrow('DATABASE_READ_URL: must differ from DATABASE_URL')
    const { databaseReadUrl } = readConfig({ ...same, DATABASE_READ_URL: 'postgres://app@replica/checks' })
    expect(databaseReadUrl).toBe('postgres://app@replica/checks')
  })

  test.each(['AUDIT_KEY', 'AUDIT_CHECKPOINTS'])('rejects the setting %s without its companion setting', (name) => {
    expect(() => readConfig({ [name]: '/mnt/vault/file', PORT: 'x' })).toThrow(
      /PORT: .+\n {2}AUDIT_KEY: must be set together with AUDIT_CHECKPOINTS/,
    )
  })

  test('requires a mail server, a sender, and a public URL if email is configured', () => {
    const complete = {
      SMTP_URL: 'smtp://mail.example.com',
      MAIL_FROM: 'checks@example.com',
      PUBLIC_URL: 'https://checks.example.com',
    }
    expect(readConfig(complete).mail).toMatchObject({ from: 'checks@example.com' })
    const inbox = { INBOX_URL: 'smtp://127.0.0.1:2525?server=mx.example.com', INBOX_ADDRESS: 'Requests@Example.com' }
    expect(readConfig({ ...complete, ...inbox }).inbox).toMatchObject({ address: 'requests@example.com' })
    expect(() => readConfig(inbox)).toThrow('SMTP_URL: must be set together with INBOX_URL')
    expect(() => readConfig({ ...complete, ...inbox, INBOX_ADDRESS: '' })).toThrow(
      'INBOX_ADDRESS: must be set together',
    )
    const mailbox = { ...inbox, INBOX_URL: 'imaps://requests@mail.example.com?server=mx.example.com' }
    const INBOX_TOKEN_URL = 'https://app:secret@login.example.com/token'
    expect(readConfig({ ...complete, ...mailbox, INBOX_TOKEN_URL }).inbox).toMatchObject({ tokens: {} })
    for (const wrong of [mailbox, { ...inbox, INBOX_TOKEN_URL }])
      expect(() => readConfig({ ...complete, ...wrong })).toThrow('INBOX_TOKEN_URL: must be set exactly if INBOX_URL')
    expect(() => readConfig({ ...complete, MAIL_FROM: '' })).toThrow('MAIL_FROM: must be set together with SMTP_URL')
    expect(() => readConfig({ ...complete, SMTP_URL: '' })).toThrow('MAIL_FROM: must be set together with SMTP_URL')
    expect(() => readConfig({ ...complete, PUBLIC_URL: '' })).toThrow('PUBLIC_URL: must be set together with SMTP_URL')
  })

  test('hides the password when it rejects a mail server URL', () => {
    const refused = () => readConfig({ SMTP_URL: 'smtp://user:s3cret@mail.example.com/x', MAIL_FROM: 'a@example.com' })
    expect(refused).toThrow('SMTP_URL: ')
    expect(refused).not.toThrow('s3cret')
  })

  test('reports all invalid settings in one error', () => {
    const wrong = { PORT: 'x', DEMO: 'maybe', PUBLIC_URL: 'nowhere', TRUST_PROXY: '2', LOG_LEVEL: 'shout' }
    try {
      readConfig(wrong)
      expect.unreachable()
    } catch (error) {
      const lines = (error as Error).message.split('\n')
      expect(lines[0]).toBe('These settings can’t be used:')
      expect(
        lines
          .slice(1)
          .map((line) => line.trim().split(':')[0])
          .sort(),
      ).toEqual(Object.keys(wrong).sort())
    }
  })
})

describe('metrics settings', () => {
  const token = 'a-token-of-the-monitoring'
  test.each([
    [{}, undefined],
    [{ METRICS_PORT: '9100' }, { port: 9100, token: undefined }],
    [{ METRICS_TOKEN: token }, { port: undefined, token }],
  ])('reads the metrics settings from %j', (set, metrics) => {
    expect(readConfig(set).metrics).toEqual(metrics)
  })
})

describe('backup settings', () => {
  const bucket = (folder: string) => `s3://checks/${folder}?region=us-west-2`
  const keep = { last: 7, daily: 14, weekly: 8, monthly: 12 }

  test.each([
    [{}, undefined],
    [{ BACKUP_EVERY: '6h' }, undefined],
    [{ BACKUP_DIR: '/mnt/b' }, { at: { folder: '/mnt/b' }, every: 86_400_000, keep, checkUrl: undefined }],
    [
      { BACKUP_URL: bucket('b'), BACKUP_EVERY: '6h', BACKUP_KEEP: 'last=2', BACKUP_CHECK_URL: 'postgres://c/c' },
      {
        at: { bucket: { bucket: 'checks', prefix: 'b/', region: 'us-west-2', endpoint: undefined } },
        every: 6 * 3_600_000,
        keep: { last: 2, daily: 0, weekly: 0, monthly: 0 },
        checkUrl: 'postgres://c/c',
      },
    ],
  ])('reads the backup settings from %j', (set, backups) => {
    expect(readConfig(set).backups).toEqual(backups)
  })

  test('allows only one backup location outside the documents folder', () => {
    const both = { BACKUP_DIR: '/mnt/b', BACKUP_URL: bucket('b') }
    expect(() => readConfig(both)).toThrow('BACKUP_URL: can’t be set together with BACKUP_DIR')
    for (const [files, copies] of [
      ['documents', 'documents/b'],
      ['b/documents', 'b'],
      ['', 'b'],
      ['b', 'b'],
    ] as const)
      expect(() => readConfig({ FILES_URL: bucket(files), BACKUP_URL: bucket(copies) }), files).toThrow(
        'BACKUP_URL: must be a different bucket or folder from FILES_URL',
      )
    expect(readConfig({ FILES_URL: bucket('documents'), BACKUP_URL: bucket('b') }).backups).toBeDefined()
  })
})
