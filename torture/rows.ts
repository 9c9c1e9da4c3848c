import type { Harness } from './harness.ts'

/** `gate` runs within `npm test`, `nightly` within `npm run nightly`, and `release` by hand before a release. */
export const profiles = ['gate', 'nightly', 'release'] as const
export type Profile = (typeof profiles)[number]

/** The profile, the seed, and the number of tries. */
export interface Plan {
  readonly profile: Profile
  readonly seed: number
  readonly count: number
}

/** A row of the table of figures: the test, its frequency, and the allowed findings. */
export interface Row {
  readonly name: string
  readonly what: string
  /** The number of tries in each profile. */
  readonly counts: Readonly<Record<Profile, number>>
  /** The number of tries against a product with a planted fault, which the harness must detect. */
  readonly proof: number
  /** The maximum number of findings, which is 0 by default. */
  readonly limit?: Readonly<Record<Profile, number>>
  /** True if the row shows screens, so the browser part must be built. */
  readonly showsScreens?: true
  /** True for the rows that take longest, which start first. */
  readonly first?: true
  /** True if the row measures time, so that no other row may run at the same time. */
  readonly alone?: true
  readonly load: () => Promise<{ harness: Harness }>
}

// biome-ignore format: a table, one row each
export const rows: readonly Row[] = [
  { name: 'kill', what: 'killing the server while it writes (kill -9): acknowledged writes lost', counts: { gate: 6, nightly: 60, release: 10_000 }, proof: 4, load: () => import('./rows/kill.ts') },
  { name: 'kill-checks', what: 'killing the server while users print, confirm, sign, void, stop, and report checks, clear and undo a bank file, and un-clear checks (kill -9): check numbers, print runs, or acknowledged actions lost, incomplete, or duplicated', counts: { gate: 3, nightly: 20, release: 2000 }, proof: 3, load: () => import('./rows/kill-checks.ts') },
  { name: 'power-loss', what: 'disk states after a power cut: data lost or damaged', counts: { gate: 150, nightly: 2000, release: 200_000 }, proof: 200, load: () => import('./rows/power-loss.ts') },
  { name: 'postgres-crash', what: 'crashing PostgreSQL under load: acknowledged writes lost', counts: { gate: 3, nightly: 10, release: 300 }, proof: 2, load: () => import('./rows/postgres-crash.ts') },
  { name: 'webhooks', what: 'calls of webhooks while two instances that send them are killed in turn (kill -9): calls lost, out of order, or never written', counts: { gate: 500, nightly: 100_000, release: 100_000 }, proof: 200, load: () => import('./rows/webhooks.ts') },
  { name: 'fuzz', what: 'random calls to every endpoint: responses with 5xx or that break the API contract', counts: { gate: 1500, nightly: 20_000, release: 1_000_000 }, proof: 500, load: () => import('./rows/fuzz.ts') },
  { name: 'mutants', what: 'permission rules changed one at a time: changes not detected by the handwritten tables', counts: { gate: 60, nightly: 60, release: 60 }, proof: 1, load: () => import('./rows/mutants.ts') },
  { name: 'matrix', what: 'calls to each endpoint by each role and access level for each location: responses that differ from the handwritten tables', counts: { gate: 300, nightly: 2000, release: 105_000 }, proof: 1500, load: () => import('./rows/matrix.ts') },
  { name: 'approvers', what: 'rounds with 100 simultaneous approvals of one request: rounds without exactly one success', counts: { gate: 6, nightly: 40, release: 2000 }, proof: 1, load: () => import('./rows/approvers.ts') },
  { name: 'simulation', what: 'random commands of users: results that differ from the model, or inconsistent data', counts: { gate: 1000, nightly: 20_000, release: 5_000_000 }, proof: 1000, load: () => import('./rows/simulation.ts') },
  { name: 'lives', what: 'random histories of an organization over the API: 5xx responses, failed jobs, inconsistent records, and actions and tables that no history covered', counts: { gate: 100, nightly: 1000, release: 10_000 }, proof: 150, first: true, load: () => import('./rows/lives.ts') },
  { name: 'tampers', what: 'changes to stored data outside the product: changes not detected by audit trail verification', counts: { gate: 40, nightly: 300, release: 10_000 }, proof: 1, load: () => import('./rows/tampers.ts') },
  { name: 'browser', what: 'screens with stored scripts, and attacks from other origins: scripts run, policies violated, calls answered', counts: { gate: 10, nightly: 66, release: 66 }, proof: 1, showsScreens: true, load: () => import('./rows/browser.ts') },
  { name: 'secrets', what: 'rounds with passwords, tokens, cookies, and a bank account number: secrets found in the log, responses, browser, or dump', counts: { gate: 1, nightly: 1, release: 10 }, proof: 1, first: true, showsScreens: true, load: () => import('./rows/secrets.ts') },
  { name: 'restore', what: 'restoring a backup on another machine: failures', counts: { gate: 1, nightly: 2, release: 20 }, proof: 1, load: () => import('./rows/restore.ts') },
  { name: 'login-time', what: 'logins of known and unknown users: relative difference in time', counts: { gate: 60, nightly: 60, release: 500 }, limit: { gate: 0.5, nightly: 0.1, release: 0.05 }, proof: 10, alone: true, load: () => import('./rows/login-time.ts') },
]
