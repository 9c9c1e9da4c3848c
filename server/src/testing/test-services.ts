import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { createServices } from '../open.ts'
import { secureRandom } from '../platform/crypto/hashes.ts'
import { PasswordHasher } from '../platform/crypto/passwords.ts'
import type { Services } from '../services.ts'
import type { AppDatabase } from '../tables.ts'
import { TestClock } from './clock.ts'
import { CaseFilesHere, InspectionsHere, MailParserHere, ReadingsHere } from './documents-here.ts'
import { failingUnrecorded } from './recorded-writes.ts'

/** The server's services with a clock that tests can move, and documents opened in the test's process. */
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
  chatHosts: [],
  logLevel: 'silent',
  slowAfter: 1000,
  drainSeconds: 0,
  timeZone: 'UTC',
  mostBytesOfDocument: 10 * 1_048_576,
  bankFilesDir: undefined,
  filesAt: undefined,
  backups: undefined,
  mail: undefined,
  inbox: undefined,
  metrics: undefined,
  exportsTraces: false,
  macKeyFile: undefined,
  secretsKeyFile: undefined,
  checkpoints: undefined,
}

/** Real hashes at the lowest cost that the algorithm allows, which keeps hundreds of logins fast. */
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
    inspections: new InspectionsHere(),
    mailParser: new MailParserHere(),
    readings: new ReadingsHere(),
    caseFiles: new CaseFilesHere(),
    trail: failingUnrecorded(services.trail),
    clock: testClock.read,
    testClock,
  }
}
