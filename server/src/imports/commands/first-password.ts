import type { Random } from '../../platform/random.ts'

// Without letters and digits that look alike.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 4
const lettersInGroup = 4

/** A password for an account's first login, such as `kelp-9rwm-t4hz-pd7c`: about 79 bits that nobody can guess. */
export function firstPassword(random: Random): string {
  return Array.from({ length: groups }, () =>
    Array.from({ length: lettersInGroup }, () => letters[randomBelow(random, letters.length)]).join(''),
  ).join('-')
}

// Bytes that would make some letters more likely than others are drawn again.
function randomBelow(random: Random, limit: number): number {
  const fair = 256 - (256 % limit)
  for (;;) {
    const [byte = 0] = random(1)
    if (byte < fair) return byte % limit
  }
}
