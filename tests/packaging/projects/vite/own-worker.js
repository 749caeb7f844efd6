// A worker of the page's own with every library.
import "rsa-variants/worker";
import "rsa-variants/blind/worker";
import "rsa-variants/security/worker";
import "rsa-variants/xrsa/worker";
