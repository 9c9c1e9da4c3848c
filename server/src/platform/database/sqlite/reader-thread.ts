import { parentPort, workerData } from 'node:worker_threads'
import { openSqlite, SqliteConnection, type SqlText } from './connection.ts'

const connection = new SqliteConnection(openSqlite(workerData, { readOnly: true }))

parentPort?.on('message', (asked: SqlText) => parentPort?.postMessage(connection.executeNow(asked).rows))
