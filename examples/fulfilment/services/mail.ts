import { acceptedBody, callWorld, type OutsideCall } from "./call-world.ts";

/** Send a customer one of the shop's letters. */
export async function sendMail(
  call: OutsideCall,
  mail: { readonly to: string; readonly template: string },
): Promise<void> {
  acceptedBody(await callWorld("mail/messages", call, mail));
}
