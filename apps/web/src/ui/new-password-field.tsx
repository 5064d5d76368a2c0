import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "../lib/password-length.ts";
import { TextField } from "./field.tsx";

/** Where a password is set: it says what is refused, and lets password managers make one up. */
export function NewPasswordField(props: {
  readonly label: string;
  readonly name: string;
  readonly autoFocus?: boolean;
}) {
  return (
    <TextField
      {...props}
      hint={`at least ${PASSWORD_LENGTH_MIN} characters`}
      type="password"
      autoComplete="new-password"
      required
      minLength={PASSWORD_LENGTH_MIN}
      maxLength={PASSWORD_LENGTH_MAX}
    />
  );
}
