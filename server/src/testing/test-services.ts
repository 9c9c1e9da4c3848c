import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Inspections } from '../attachments/documents/inspect.ts'
import { CaseFiles } from '../case-files/documents/make.ts'
import type { Config } from '../config.ts'
import { createServices } from '../open.ts'
import { PasswordHasher } from '../platform/password-hash.ts'
import { secureRandom } from '../platform/random.ts'
import type { Services } from '../services.ts'
import type { AppDatabase } from '../tables.ts'
import { TestClock } from './clock.ts'
import { failingUnrecorded } from './recorded-writes.ts'

/**
 * Services as the server makes them, with a clock that tests can move, and with time for documents on machines that are
 * twenty times slower than a quiet one.
 */
export interface TestServices extends Services {
  readonly testClock: TestClock
}

const config: Config = {
  host: '127.0.0.1',
  port: 0,
  dataDir: '',
  databaseUrl: undefined,
  databaseDirectUrl: undefined,
  databaseReadUrl: undefined,
  demo: 'on',
  demoApprovals: 'off',
  publicUrl: undefined,
  insecureHttp: false,
  forcePasswordChange: false,
  allowEarlierClock: false,
  trustedProxies: [],
  allowedNetworks: [],
  logLevel: 'silent',
  slowAfter: 1000,
  drainSeconds: 0,
  timeZone: 'UTC',
  mostBytesOfDocument: 10 * 1_048_576,
  filesAt: undefined,
  backups: undefined,
  mail: undefined,
  metrics: undefined,
  exportsTraces: false,
  macKeyFile: undefined,
  secretsKeyFile: undefined,
  checkpoints: undefined,
}

/** Real hashes, as cheap as the algorithm allows, so that hundreds of logins take no time. */
export function cheapHasher(): PasswordHasher {
  return new PasswordHasher(secureRandom, { memory: 8, passes: 1, parallelism: 1 })
}

export function createTestServices(database: AppDatabase, overrides: Partial<Config> = {}): TestServices {
  const testClock = new TestClock()
  const dataDir = join(tmpdir(), 'data', randomUUID())
  const services = createServices({ ...config, dataDir, ...overrides }, database)
  return {
    ...services,
    passwords: cheapHasher(),
    inspections: new Inspections({ one: 60_000, patience: 100_000 }),
    caseFiles: new CaseFiles({ one: 60_000, all: 80_000, whole: 100_000 }),
    trail: failingUnrecorded(services.trail),
    clock: testClock.read,
    testClock,
  }
}
