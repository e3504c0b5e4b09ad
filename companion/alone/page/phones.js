// Phones without a server: filled in below.
export function connectPhones() {}
export async function bePhone() {}
