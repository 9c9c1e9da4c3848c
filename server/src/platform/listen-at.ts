import { propertyOf } from './property.ts'

/** Where to listen, and the setting that names the port. */
interface Listening {
  readonly host: string
  readonly port: number
  readonly setting: string
}

/** Begins to listen. Throws a sentence that names the setting to change when that cannot be done. */
export async function listenAt<Result>(place: Listening, listen: () => Promise<Result>): Promise<Result> {
  try {
    return await listen()
  } catch (error) {
    const sentence = sentences[String(propertyOf(error, 'code'))]?.(place)
    throw sentence ? new Error(sentence, { cause: error }) : error
  }
}

const noSuchName = ({ host }: Listening) =>
  `HOST: nothing is called ${host} here. Set HOST to an address of this machine, or to 0.0.0.0 for all of them.`

const sentences: Readonly<Record<string, (place: Listening) => string>> = {
  EADDRINUSE: ({ host, port, setting }) =>
    `Another program uses this port (${host}:${port}). Stop it, or set ${setting} to another number.`,
  EACCES: ({ port, setting }) =>
    `The account that runs the server may not listen on port ${port}. Set ${setting} to a number above 1023.`,
  EADDRNOTAVAIL: ({ host }) =>
    `HOST: ${host} is no address of this machine. Set HOST to one that it has, or to 0.0.0.0 for all of them.`,
  ENOTFOUND: noSuchName,
  EAI_AGAIN: noSuchName,
}
