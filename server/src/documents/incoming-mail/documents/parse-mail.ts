import { type MailHead, type Returned, returnedMail } from '@check-requests/domain/documents/incoming-mail/rules.ts'
import type { Address, Attachment } from 'postal-mime'
import { ProgramApart } from '../../../platform/threads/isolated-program.ts'

/** An attachment of an email. */
export interface MailFile {
  readonly name: string
  readonly content: Uint8Array
}

/** An email taken apart. `returned` is set if it reports that one of our emails came back. */
export interface ParsedMail {
  readonly head: MailHead
  readonly recipients: readonly string[]
  readonly returned: Returned | undefined
  /** The message ids of the emails that it answers, without angle brackets. */
  readonly answers: readonly string[]
  readonly text: string
  readonly files: readonly MailFile[]
}

/** The email without the contents of its files, which follow it. */
type Contents = Omit<ParsedMail, 'files'> & {
  readonly files: readonly { readonly name: string; readonly size: number }[]
}

const longest = 30_000

/** Takes emails apart, each in its own unprivileged process with limits on time and memory. */
export class MailParser {
  readonly #program = new ProgramApart({
    program: new URL('./parse-process.ts', import.meta.url),
    readable: ['server/src/documents/incoming-mail/*', 'server/src/platform/threads/*', 'domain/*'],
    endsWithin: longest,
  })

  /** The parts of an email, or undefined if it takes too much time or memory. */
  async parse(content: AsyncIterable<Uint8Array>): Promise<ParsedMail | undefined> {
    const output = await this.#program.run(content)
    return output && mailIn(output)
  }

  /** Ends what runs. */
  stop(): Promise<void> {
    return this.#program.stop()
  }
}

/** The email that `partsOfMail` wrote. */
export function mailIn(output: Buffer): ParsedMail {
  const end = 4 + output.readUInt32BE(0)
  const { files, ...mail }: Contents = JSON.parse(output.toString('utf8', 4, end))
  let at = end
  return {
    ...mail,
    files: files.map(({ name, size }) => {
      at += size
      return { name, content: output.subarray(at - size, at) }
    }),
  }
}

const longestText = 100_000
const limits = { maxNestingDepth: 50, maxHeadersSize: 1_048_576, maxRfc822NestingDepth: 3 }

/** Takes an email apart: the length of the description, the description, and the contents of its files. */
export async function partsOfMail(raw: Uint8Array): Promise<Buffer> {
  const { default: PostalMime, addressParser } = await import('postal-mime')
  const mail = await PostalMime.parse(raw, limits)
  const files = mail.attachments.filter(isDocument)
  const textOf = (...types: string[]) => mail.attachments.find(({ mimeType }) => types.includes(mimeType))
  const status = textOf('message/delivery-status', 'message/global-delivery-status')
  const original = textOf('message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers')
  const senders = mail.headers.filter(({ key }) => key === 'from')
  const addresses = mail.headers.filter(({ key }) => ['delivered-to', 'x-original-to'].includes(key))
  const contents: Contents = {
    head: {
      headers: mail.headers.map(({ key, value }) => ({ name: key, value })),
      from: addressesIn(senders.flatMap(({ value }) => addressParser(value, { flatten: true }))),
      subject: mail.subject ?? '',
      messageId: withoutBrackets(mail.messageId),
    },
    recipients: [
      ...addresses.map(({ value }) => withoutBrackets(value)),
      ...addressesIn([...(mail.to ?? []), ...(mail.cc ?? [])]),
    ],
    answers: `${mail.inReplyTo ?? ''} ${mail.references ?? ''}`.match(/[^<>\s]+@[^<>\s]+/g) ?? [],
    text: (mail.text ?? '').slice(0, longestText),
    returned: status && returnedMail(textIn(status), original ? textIn(original) : ''),
    files: files.map((file, index) => ({ name: nameOf(file, index), size: bytesIn(file).length })),
  }
  const description = Buffer.from(JSON.stringify(contents))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(description.length)
  return Buffer.concat([length, description, ...files.map(bytesIn)])
}

// Signatures of mail programs: an invoice that is a picture in the text is larger.
const largestOrnament = 50_000
const notDocuments =
  /^(?:text\/(?:calendar|html|rfc822-headers)|message\/.*|application\/(?:pkcs7-signature|x-pkcs7-signature|pgp-signature|ics))$/

function isDocument(file: Attachment): boolean {
  if (notDocuments.test(file.mimeType)) return false
  const isInText = file.related === true || file.disposition === 'inline'
  return !(isInText && file.mimeType.startsWith('image/') && bytesIn(file).length < largestOrnament)
}

const endings: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/jpeg': '.jpg',
  'image/png': '.png',
}

function nameOf({ filename, mimeType }: Attachment, index: number): string {
  return filename?.trim() || `attachment-${index + 1}${endings[mimeType] ?? ''}`
}

function bytesIn({ content }: Attachment): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof Uint8Array ? content : new Uint8Array(content)
}

function textIn(file: Attachment): string {
  return Buffer.from(bytesIn(file)).toString('latin1')
}

function addressesIn(addresses: readonly Address[]): string[] {
  const all = addresses.flatMap((one) => (one.group ? one.group.map(({ address }) => address) : [one.address]))
  return all.map((address) => address.trim().toLowerCase()).filter((address) => address.includes('@'))
}

function withoutBrackets(text: string | undefined): string {
  return (text ?? '').replace(/^[\s<]+|[\s>]+$/g, '')
}
