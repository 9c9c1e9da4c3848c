const between = /[ \0.,_/-]/g

/** Tells whether a number is in a text: as it is, in groups, in UTF-16, in base64, in hex, or with its digits escaped. */
export function finderOfDigits(digits: string): (text: string) => boolean {
  const escaped = ['\\u003', '\\x3', '%3'].map((before) => [...digits].map((digit) => before + digit).join(''))
  const entities = [...digits].map((digit) => `&#${48 + Number(digit)};`).join('')
  const forms = [Buffer.from(digits).toString('hex'), ...base64Of(digits), ...escaped, entities]
  return (text) =>
    text.includes(digits) || forms.some((form) => text.includes(form)) || text.replaceAll(between, '').includes(digits)
}

/** What base64 makes of it, wherever in a text it begins; without the signs that depend on what is beside it. */
function base64Of(digits: string): string[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.from('\0'.repeat(before) + digits).toString('base64')
    return encoded.slice(before === 0 ? 0 : before + 1).replace(/.?=*$/, '')
  })
}
