/** What people count a school's data by; the rest of the tables goes along. */
export const COUNTED = ['popup', 'news', 'person', 'student_group', 'attendance_entry', 'media'] as const
