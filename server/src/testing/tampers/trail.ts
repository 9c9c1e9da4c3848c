import { createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Tx } from '../../tables.ts'
import { hashLink } from '../../trail/commands/append.ts'
import { trailPurpose } from '../../trail/commands/open-trail.ts'
import type { AuditEntryTable } from '../../trail/tables.ts'
import type { Tamper } from './tamper.ts'

type Link = Selectable<AuditEntryTable>
type Rewrite = (links: readonly Link[]) => readonly Link[]

/** Codes that an attacker without the real key makes with an invented key. */
const madeUp = (hash: string) => createHmac('sha256', 'made up').update(`${trailPurpose}\n${hash}`).digest('base64url')

const inPlace = (links: readonly Link[], at: number, changed: Partial<Link>) =>
  links.map((link, index) => (index === at ? { ...link, ...changed } : link))

/** Renumbers the links from 1, and recomputes the previous hash, hash, and code of each. */
function rehashed(links: readonly Link[], codeOf: (hash: string, link: Link) => string | null): Link[] {
  let previous_hash = ''
  return links.map((link, index) => {
    const moved = { ...link, seq: index + 1, previous_hash }
    const hash = hashLink(moved)
    previous_hash = hash
    return { ...moved, hash, mac: codeOf(hash, link) }
  })
}

const kept = (_: string, { mac }: Link) => mac
const another = (payload: string) => payload.replace(/\d/, (digit) => String((Number(digit) + 1) % 10))
const middle = (links: readonly Link[]) => links.length >> 1
const without = (links: readonly Link[], at: number) => links.filter((_, index) => index !== at)
const last = (links: readonly Link[]) => links.at(-1) as Link

/** Swaps the first entry with the next one that says something else. */
function swapped(links: readonly Link[]): Link[] {
  const payload = links[0]?.payload ?? ''
  const other = links.findIndex((link) => link.payload !== payload)
  return inPlace(inPlace(links, 0, { payload: links[other]?.payload ?? '' }), other, { payload })
}

/** Ways to rewrite a whole chain, including its head. */
const rewrites: Readonly<Record<string, Rewrite>> = {
  'the newest entry removed': (links) => links.slice(0, -1),
  'the newest half removed': (links) => links.slice(0, middle(links)),
  'the oldest entry removed': (links) => links.slice(1),
  'an entry removed': (links) => without(links, middle(links)),
  'an entry removed, with the rest renumbered and rehashed': (links) => rehashed(without(links, middle(links)), kept),
  'all entries removed': () => [],
  'two entries swapped': swapped,
  'two entries swapped and rehashed': (links) => rehashed([links[1], links[0], ...links.slice(2)] as Link[], kept),
  'an entry with a far higher number': (links) => inPlace(links, links.length - 1, { seq: last(links).seq + 1000 }),
  'an entry with a number before the first': (links) => inPlace(links, 0, { seq: -7 }),
  'an entry changed': (links) => inPlace(links, 0, { payload: another(links[0]?.payload ?? '') }),
  'an entry changed and rehashed': (links) =>
    rehashed(inPlace(links, 0, { payload: another(links[0]?.payload ?? '') }), kept),
  'an entry changed and rehashed, with made-up codes': (links) =>
    rehashed(inPlace(links, 0, { payload: another(links[0]?.payload ?? '') }), madeUp),
  'an entry attributed to another user': (links) =>
    rehashed(inPlace(links, links.length - 1, { actor_name: 'Someone Else', actor_id: 7 }), madeUp),
  'an entry forged with the right hash and another entry’s code': (links) =>
    rehashed([...links, { ...last(links), action: 'user.create' }], kept),
  'an entry forged with the right hash and a made-up code': (links) =>
    rehashed([...links, { ...last(links), action: 'user.create' }], (hash, { action, mac }) =>
      action === 'user.create' ? madeUp(hash) : mac,
    ),
  'an entry forged without a seal': (links) =>
    rehashed([...links, { ...last(links), key_id: null, mac: null, states: null }], kept),
  'an entry forged with another key id': (links) => rehashed([...links, { ...last(links), key_id: 'made-up' }], kept),
  'all seals removed': (links) =>
    rehashed(
      links.map((link) => ({ ...link, key_id: null, states: null })),
      () => null,
    ),
  'the record states removed from the entries': (links) =>
    rehashed(
      links.map((link) => ({ ...link, states: null })),
      kept,
    ),
}

/** Every way to rewrite this chain. */
export function chainRewrites(chain: number): Tamper[] {
  return Object.entries(rewrites).map(([name, rewrite]) => ({
    name: `in chain ${chain}, ${name}`,
    tables: ['audit_entries', 'audit_heads'],
    work: async (trx: Tx) => {
      const links = await trx
        .selectFrom('audit_entries')
        .selectAll()
        .where('chain', '=', chain)
        .orderBy('seq')
        .execute()
      if (links.length < 3) return false
      await putInPlace(trx, chain, rewrite(links))
      return { chain }
    },
  }))
}

const atOnce = 500

async function putInPlace(trx: Tx, chain: number, links: readonly Link[]): Promise<void> {
  await trx.deleteFrom('audit_entries').where('chain', '=', chain).execute()
  for (let at = 0; at < links.length; at += atOnce)
    await trx
      .insertInto('audit_entries')
      .values(links.slice(at, at + atOnce))
      .execute()
  const newest = links.at(-1)
  if (!newest) await trx.deleteFrom('audit_heads').where('chain', '=', chain).execute()
  else
    await trx
      .updateTable('audit_heads')
      .set({ seq: newest.seq, hash: newest.hash })
      .where('chain', '=', chain)
      .execute()
}
