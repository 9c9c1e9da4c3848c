import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

describe('settings read from files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'check-requests-secrets-'))
  const fileWith = (text: string) => {
    const file = join(folder, String(Math.random()))
    writeFileSync(file, text)
    return file
  }

  test.each([
    ['DATABASE_URL', 'databaseUrl', 'postgres://app:secret@db/checks'],
    ['DATABASE_DIRECT_URL', 'databaseDirectUrl', 'postgres://app:secret@db2/checks'],
    ['DATABASE_READ_URL', 'databaseReadUrl', 'postgres://app:secret@db3/checks'],
  ] as const)(
    'reads the value of a setting without the final line break from the file named by %s_FILE',
    (name, key, value) => {
      const others = { DATABASE_URL: 'postgres://app@db/checks', AUDIT_MAC_KEY: '/etc/key', [name]: '' }
      expect(readConfig({ ...others, [`${name}_FILE`]: fileWith(`${value}\n`) })[key]).toBe(value)
    },
  )

  test('reads the mail, metrics, and backup check secrets from files', () => {
    const config = readConfig({
      SMTP_URL_FILE: fileWith('smtps://checks:secret@mail.example.com'),
      MAIL_FROM: 'checks@example.com',
      PUBLIC_URL: 'https://checks.example.com',
      METRICS_TOKEN_FILE: fileWith('a-token-of-the-monitoring\r\n'),
      BACKUP_DIR: '/mnt/b',
      BACKUP_CHECK_URL_FILE: fileWith('postgres://c/c'),
    })
    expect(config.mail?.place.login).toEqual({ user: 'checks', password: 'secret' })
    expect(config.metrics?.token).toBe('a-token-of-the-monitoring')
    expect(config.backups?.checkUrl).toBe('postgres://c/c')
  })

  test('reads the secret key of buckets from a file', () => {
    const at = (folder: string) => `s3://checks/${folder}?region=us-west-2`
    const set = { FILES_URL: at('documents'), BACKUP_URL: at('copies'), AWS_ACCESS_KEY_ID: 'AKIA' }
    const keys = { accessKeyId: 'AKIA', secretAccessKey: 'secret' }
    const read = readConfig({ ...set, AWS_SECRET_ACCESS_KEY_FILE: fileWith('secret\n') })
    expect(read.filesAt).toMatchObject({ bucket: 'checks', keys })
    expect(read.backups?.at).toMatchObject({ bucket: { prefix: 'copies/', keys } })
    expect(readConfig({ ...set, AWS_SECRET_ACCESS_KEY: 'secret' }).filesAt).not.toHaveProperty('keys')
  })

  test('names unusable files along with other errors without revealing secrets', () => {
    const missing = join(folder, 'missing')
    const refused = () =>
      readConfig({
        PORT: 'x',
        METRICS_TOKEN: 'a-token-of-the-monitoring',
        METRICS_TOKEN_FILE: fileWith('another-token-of-it'),
        DATABASE_URL_FILE: missing,
        SMTP_URL_FILE: fileWith('s3cret'),
        BACKUP_CHECK_URL_FILE: fileWith('\n'),
      })
    expect(refused).toThrow(/^These settings can’t be used:\n/)
    expect(refused).toThrow('METRICS_TOKEN_FILE: can’t be set together with METRICS_TOKEN')
    expect(refused).toThrow(`DATABASE_URL_FILE: the file ${missing} can’t be read (ENOENT)`)
    expect(refused).toThrow(/BACKUP_CHECK_URL_FILE: the file .+ is empty/)
    expect(refused).toThrow('SMTP_URL: must be smtp://')
    expect(refused).toThrow('PORT: must be')
    expect(refused).not.toThrow('s3cret')
  })
})
