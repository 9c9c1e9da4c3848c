/** A purpose as exports name it and searches find it; where it is 'other', with its text beside it (R125, E5). */
export function purposeText({ purpose_name, purpose_other }: { purpose_name: string; purpose_other: string | null }) {
  return purpose_other ? `${purpose_name} ${purpose_other}` : purpose_name
}
