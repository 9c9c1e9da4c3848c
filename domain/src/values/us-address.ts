// biome-ignore format: a table, one row each
const states: readonly (readonly [code: string, name: string])[] = [
  ['AL', 'Alabama'], ['AK', 'Alaska'], ['AZ', 'Arizona'], ['AR', 'Arkansas'], ['CA', 'California'],
  ['CO', 'Colorado'], ['CT', 'Connecticut'], ['DE', 'Delaware'], ['DC', 'District of Columbia'], ['FL', 'Florida'],
  ['GA', 'Georgia'], ['HI', 'Hawaii'], ['ID', 'Idaho'], ['IL', 'Illinois'], ['IN', 'Indiana'], ['IA', 'Iowa'],
  ['KS', 'Kansas'], ['KY', 'Kentucky'], ['LA', 'Louisiana'], ['ME', 'Maine'], ['MD', 'Maryland'],
  ['MA', 'Massachusetts'], ['MI', 'Michigan'], ['MN', 'Minnesota'], ['MS', 'Mississippi'], ['MO', 'Missouri'],
  ['MT', 'Montana'], ['NE', 'Nebraska'], ['NV', 'Nevada'], ['NH', 'New Hampshire'], ['NJ', 'New Jersey'],
  ['NM', 'New Mexico'], ['NY', 'New York'], ['NC', 'North Carolina'], ['ND', 'North Dakota'], ['OH', 'Ohio'],
  ['OK', 'Oklahoma'], ['OR', 'Oregon'], ['PA', 'Pennsylvania'], ['RI', 'Rhode Island'], ['SC', 'South Carolina'],
  ['SD', 'South Dakota'], ['TN', 'Tennessee'], ['TX', 'Texas'], ['UT', 'Utah'], ['VT', 'Vermont'],
  ['VA', 'Virginia'], ['WA', 'Washington'], ['WV', 'West Virginia'], ['WI', 'Wisconsin'], ['WY', 'Wyoming'],
  ['AS', 'American Samoa'], ['GU', 'Guam'], ['MP', 'Northern Mariana Islands'], ['PR', 'Puerto Rico'],
  ['VI', 'Virgin Islands'],
]

const phoneDigits = 10
const longestExtension = 6

/** A state code, such as `OR`, from the code or name in any letter case. Other texts stay unchanged. */
export function formState(text: string): string {
  const typed = text.trim().toLowerCase()
  return states.find(([code, name]) => typed === code.toLowerCase() || typed === name.toLowerCase())?.[0] ?? text
}

/** The state code in an address, from the last line that has a state before a ZIP Code; null if there is none. */
export function stateOfAddress(lines: readonly string[]): string | null {
  for (const line of lines.toReversed()) {
    const before = /^(.*\S)[\s,]+\d{5}(?:-\d{4})?\s*(?:USA?)?\s*$/i.exec(line)?.[1]
    const found = before === undefined ? undefined : states.find(([code, name]) => endsWith(before, code, name))
    if (found) return found[0]
  }
  return null
}

// The preceding word can change the state: an address that ends in West Virginia doesn't end in Virginia.
function endsWith(text: string, code: string, name: string): boolean {
  const typed = text.toLowerCase().replace(/\.$/, '')
  if (new RegExp(`(^|[\\s,])${code.toLowerCase()}$`).test(typed)) return true
  const written = name.toLowerCase()
  return new RegExp(`(^|[\\s,])${written}$`).test(typed) && !(written === 'virginia' && /west virginia$/.test(typed))
}

/** True for the code of a state, the District of Columbia, or a territory. */
export function isState(text: string): boolean {
  return states.some(([code]) => code === text)
}

/** A formatted ZIP Code, `97301` or `97301-1234`, from the text typed so far. */
export function formZip(text: string): string {
  const digits = digitsOf(text).slice(0, 9)
  return digits.length > 5 ? `${digits.slice(0, 5)}-${digits.slice(5)}` : digits
}

/** True for five digits, or nine with a hyphen after the fifth. */
export function isZip(text: string): boolean {
  return /^\d{5}(-\d{4})?$/.test(text)
}

/**
 * A formatted phone number, `(503) 555-0100` or `(503) 555-0100 x12`, from the text typed so far. A leading 1 is the
 * country code, because no area code begins with 1.
 */
export function formPhone(text: string): string {
  const [number = '', ...extensions] = text.toLowerCase().split(/x|ext\.?/)
  const typed = digitsOf(number).replace(/^1+/, '')
  const digits = typed.slice(0, phoneDigits)
  const extension = (typed.slice(phoneDigits) + digitsOf(extensions.join(''))).slice(0, longestExtension)
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
  if (digits.length <= 3) return digits
  if (digits.length <= 6) return `(${area}) ${exchange}`
  const asked = extensions.length > 0 && digits.length === phoneDigits
  return `(${area}) ${exchange}-${line}${extension || asked ? ` x${extension}` : ''}`
}

/** True for a ten-digit phone number of the North American plan, with or without an extension. */
export function isPhone(text: string): boolean {
  return /^\([2-9]\d{2}\) [2-9]\d{2}-\d{4}( x\d{1,6})?$/.test(text)
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}
