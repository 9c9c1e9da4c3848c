import { channel } from 'node:diagnostics_channel'

/** How long each write of a shared commit has waited for it to begin, in milliseconds. */
export const sharedCommits = channel('check-requests:shared-commits')

/** How long work has waited for a connection to PostgreSQL, in milliseconds. */
export const connectionWaits = channel('check-requests:connection-waits')
