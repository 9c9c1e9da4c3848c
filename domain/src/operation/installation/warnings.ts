import type { Installation } from './endpoints.ts'

/** A warning for the operators of the installation. */
export interface Warning {
  readonly what: string
  readonly advice: string
}

const hour = 3_600_000
const leastFree = 2_000_000_000
const oldBackup = 36 * hour
const oldVerification = 48 * hour
const lateMail = hour

type Facts = Pick<
  Installation,
  'backups' | 'disk_free_bytes' | 'jobs_failed' | 'key_copies' | 'mail' | 'started_at' | 'verification'
>

/**
 * The warnings about an installation at a time (milliseconds), most serious first, each with its remedy. The limits
 * match the alert rules in `monitoring/alerts.yml`.
 */
export function warningsOf(facts: Facts, now: number): readonly Warning[] {
  const age = (since: string) => now - Date.parse(since)
  return [
    ...aboutTrail(facts.verification, age),
    ...aboutDisk(facts.disk_free_bytes),
    ...aboutBackups(facts, age),
    ...aboutKeys(facts.key_copies),
    ...facts.jobs_failed.map(aboutJob),
    ...aboutMail(facts.mail, age),
  ]
}

type Age = (since: string) => number

function aboutTrail({ at, problem }: Installation['verification'], age: Age): Warning[] {
  if (problem !== null)
    return [
      {
        what: `The audit trail is broken. ${problem}`,
        advice: 'Keep the database and its backups as they are, and find out who could have changed the data.',
      },
    ]
  if (at === null || age(at) <= oldVerification) return []
  return [
    {
      what: 'The audit trail hasn’t been verified for two days.',
      advice: 'Run “Verify the audit trail” again on the Background Work page.',
    },
  ]
}

function aboutDisk(free: number | null): Warning[] {
  if (free === null || free >= leastFree) return []
  return [
    {
      what: 'Less than 2 GB is left on the disk of the data folder.',
      advice: 'Free up space, or move the folder to a larger disk, before saving fails.',
    },
  ]
}

function aboutBackups({ backups, started_at }: Facts, age: Age): Warning[] {
  if (backups === null)
    return [
      {
        what: 'The server doesn’t create backups.',
        advice: 'Set BACKUP_DIR or BACKUP_URL for the server, unless another tool creates backups.',
      },
    ]
  if (age(backups.newest_at ?? started_at) <= oldBackup) return []
  return [
    {
      what:
        backups.newest_at === null
          ? 'There is no complete backup yet.'
          : 'The newest complete backup is older than 36 hours.',
      advice: 'See the reason on the Background Work page.',
    },
  ]
}

/** The warning about keys without confirmed copies; none if there are no keys. */
export function aboutKeys({ files, confirmed_at }: Installation['key_copies']): Warning[] {
  if (files.length === 0 || confirmed_at !== null) return []
  return [
    {
      what: `No one has confirmed that copies of the keys (${files.join(', ')}) are kept elsewhere.`,
      advice:
        'Without them, backups can’t be read completely. Keep copies separate from the backups, then confirm that under Settings.',
    },
  ]
}

function aboutJob({ label, error }: Installation['jobs_failed'][number]): Warning {
  return { what: `“${label}” has failed. ${error}`, advice: 'Open Background Work for details or to run it again.' }
}

function aboutMail(mail: Installation['mail'], age: Age): Warning[] {
  if (!mail?.waiting_since || age(mail.waiting_since) <= lateMail) return []
  return [
    {
      what: 'An email has been waiting for more than an hour.',
      advice: 'Send a test email to see the mail server’s response.',
    },
  ]
}
