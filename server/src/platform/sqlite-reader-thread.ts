import { parentPort, workerData } from 'node:worker_threads'
import { openSqlite, SqliteConnection } from './sqlite-connection.ts'
import type { Asked } from './sqlite-reader.ts'

const connection = new SqliteConnection(openSqlite(workerData, { readOnly: true }))

parentPort?.on('message', (asked: Asked) => parentPort?.postMessage(connection.executeNow(asked).rows))
