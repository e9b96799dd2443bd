/** The columns of a student list, by the names that schools write above them in either language. */
export const FIELDS = [
  'refNo',
  'firstName',
  'lastName',
  'chineseName',
  'email',
  'unit',
  'year',
  'group',
] as const
export type Field = (typeof FIELDS)[number]

/** The first of each language is what templates and exports write. */
export const COLUMN_NAMES: Record<Field, { 'en-US': string; 'zh-HK': string; also: readonly string[] }> = {
  refNo: {
    'en-US': 'Reference no.',
    'zh-HK': '學生編號',
    also: [
      'ref no',
      'reference',
      'reference number',
      'student no',
      'student number',
      '編號',
      '學號',
      '參考編號',
    ],
  },
  firstName: { 'en-US': 'First name', 'zh-HK': '名字', also: ['given name', '名', '英文名', '英文名字'] },
  lastName: {
    'en-US': 'Last name',
    'zh-HK': '姓氏',
    also: ['family name', 'surname', '姓', '英文姓', '英文姓氏'],
  },
  chineseName: { 'en-US': 'Chinese name', 'zh-HK': '中文姓名', also: ['中文名', '中文名字'] },
  email: { 'en-US': 'E-mail', 'zh-HK': '電郵', also: ['email address', 'mail', '電郵地址', '電子郵件'] },
  unit: { 'en-US': 'Unit', 'zh-HK': '學部', also: ['unit id', '部門', '單位'] },
  year: { 'en-US': 'Year', 'zh-HK': '學年', also: ['year id', 'school year', '年度'] },
  group: {
    'en-US': 'Group',
    'zh-HK': '組別',
    also: ['group name', 'class', 'class name', '班別', '班級', '班'],
  },
}

export interface ReadColumns {
  /** Field of each column; undefined for one that is not read. */
  fields: (Field | undefined)[]
  /** Names as the file writes them. */
  names: string[]
  ignored: string[]
  /** Named twice. */
  repeated: string[]
}

export function readColumns(header: readonly string[]): ReadColumns {
  const names = header.map(name => name.trim())
  const fields: (Field | undefined)[] = []
  const repeated: string[] = []
  for (const name of names) {
    const field = BY_NAME.get(plain(name))
    if (field && fields.includes(field)) repeated.push(name)
    fields.push(field)
  }
  const ignored = names.filter((name, at) => fields[at] === undefined && name !== '')
  return { fields, names, ignored, repeated }
}

const BY_NAME = new Map(
  FIELDS.flatMap(field => {
    const { also, ...both } = COLUMN_NAMES[field]
    return [field, ...Object.values(both), ...also].map(name => [plain(name), field] as const)
  }),
)

/** `E-mail`, `e_mail` and `EMAIL` are one. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[\s._\-:()（）*]/g, '')
}
