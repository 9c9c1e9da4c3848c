import { installationEndpoints } from '@check-requests/domain/installation/endpoints.ts'
import type { Api } from '../platform/api.ts'
import { moment } from '../platform/clock.ts'
import type { Services } from '../services.ts'
import type { Authenticated } from '../sessions/guard.ts'
import { sumDocuments } from './queries/documents.ts'

const names = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

export function registerInstallation(api: Api<Authenticated>, services: Services, version: string): void {
  const { config, database, checkpoints } = services
  const files = config.filesAt ? ('bucket' as const) : ('data folder' as const)
  const startedAt = moment(services.clock())
  api.on(installationEndpoints.read, async () => ({
    message: 'Installation',
    data: {
      version,
      node: process.versions.node,
      started_at: startedAt,
      database: names[database.dialect],
      files,
      documents: await sumDocuments(database.read),
      most_bytes_of_document: config.mostBytesOfDocument,
      checkpoints: checkpoints !== undefined,
    },
  }))
}
