const between = /[ \0.,_/-]/g

/**
 * Returns a function that checks whether a text contains a number: plain, in groups, in UTF-16, in base64, in hex, or
 * with escaped digits.
 */
export function finderOfDigits(digits: string): (text: string) => boolean {
  const escaped = ['\\u003', '\\x3', '%3'].map((before) => [...digits].map((digit) => before + digit).join(''))
  const entities = [...digits].map((digit) => `&#${48 + Number(digit)};`).join('')
  const forms = [Buffer.from(digits).toString('hex'), ...base64Of(digits), ...escaped, entities]
  return (text) =>
    text.includes(digits) || forms.some((form) => text.includes(form)) || text.replaceAll(between, '').includes(digits)
}

/** The number's base64 forms at every alignment, without the characters that depend on adjacent text. */
function base64Of(digits: string): string[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.from('\0'.repeat(before) + digits).toString('base64')
    return encoded.slice(before === 0 ? 0 : before + 1).replace(/.?=*$/, '')
  })
}
