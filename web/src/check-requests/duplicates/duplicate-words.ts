import type { PossibleDuplicates } from '@check-requests/domain/check-requests/replies.ts'

/** True when there is something to warn about. */
export function isWarning(found: PossibleDuplicates | undefined): found is PossibleDuplicates {
  return found !== undefined && found.requests.length + found.hidden > 0
}

/** The texts of the warning, apart from the named requests. */
export function warningTexts({ requests, more, hidden, is_lower_bound }: PossibleDuplicates) {
  const total = requests.length + more + hidden
  const atLeast = is_lower_bound ? 'At least ' : ''
  return {
    title: total === 1 ? 'Possible duplicate' : `${atLeast}${total} possible duplicates`,
    more: more > 0 && `${atLeast}${more} more ${more === 1 ? 'isn’t' : 'aren’t'} listed here.`,
    hidden: hidden > 0 && hiddenText(hidden, atLeast),
  }
}

/** Shows only the number of requests that the reader can't open. */
function hiddenText(hidden: number, atLeast: string): string {
  return hidden === 1
    ? 'Another request in your dealer group looks the same, but you can’t open it.'
    : `${atLeast}${hidden} other requests in your dealer group look the same, but you can’t open them.`
}
