/** The codes at the start of a request number; codes that are not set are left out (A7, R161). */
export interface NumberParts {
  readonly groupCode: string
  readonly dealershipCode: string | null
  readonly departmentCode: string | null
}

/** The displayed number: `NWG-TOY-SVC-000127`. `counter` counts from 1 per dealer group (A7). */
export function formatRequestNumber(parts: NumberParts, counter: number): string {
  const codes = [parts.groupCode, parts.dealershipCode, parts.departmentCode].filter((code) => code !== null)
  return [...codes, String(counter).padStart(6, '0')].join('-')
}
