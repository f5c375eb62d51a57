"""`tf.errors`: the exceptions of a step and their status codes."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._jaxcore.base.errors import ABORTED as ABORTED
from tf1compat._jaxcore.base.errors import ALREADY_EXISTS as ALREADY_EXISTS
from tf1compat._jaxcore.base.errors import CANCELLED as CANCELLED
from tf1compat._jaxcore.base.errors import DATA_LOSS as DATA_LOSS
from tf1compat._jaxcore.base.errors import DEADLINE_EXCEEDED as DEADLINE_EXCEEDED
from tf1compat._jaxcore.base.errors import FAILED_PRECONDITION as FAILED_PRECONDITION
from tf1compat._jaxcore.base.errors import INTERNAL as INTERNAL
from tf1compat._jaxcore.base.errors import INVALID_ARGUMENT as INVALID_ARGUMENT
from tf1compat._jaxcore.base.errors import NOT_FOUND as NOT_FOUND
from tf1compat._jaxcore.base.errors import OK as OK
from tf1compat._jaxcore.base.errors import OUT_OF_RANGE as OUT_OF_RANGE
from tf1compat._jaxcore.base.errors import PERMISSION_DENIED as PERMISSION_DENIED
from tf1compat._jaxcore.base.errors import RESOURCE_EXHAUSTED as RESOURCE_EXHAUSTED
from tf1compat._jaxcore.base.errors import UNAUTHENTICATED as UNAUTHENTICATED
from tf1compat._jaxcore.base.errors import UNAVAILABLE as UNAVAILABLE
from tf1compat._jaxcore.base.errors import UNIMPLEMENTED as UNIMPLEMENTED
from tf1compat._jaxcore.base.errors import UNKNOWN as UNKNOWN
from tf1compat._jaxcore.base.errors import AbortedError as AbortedError
from tf1compat._jaxcore.base.errors import AlreadyExistsError as AlreadyExistsError
from tf1compat._jaxcore.base.errors import CancelledError as CancelledError
from tf1compat._jaxcore.base.errors import DataLossError as DataLossError
from tf1compat._jaxcore.base.errors import DeadlineExceededError as DeadlineExceededError
from tf1compat._jaxcore.base.errors import FailedPreconditionError as FailedPreconditionError
from tf1compat._jaxcore.base.errors import InternalError as InternalError
from tf1compat._jaxcore.base.errors import InvalidArgumentError as InvalidArgumentError
from tf1compat._jaxcore.base.errors import NotFoundError as NotFoundError
from tf1compat._jaxcore.base.errors import OpError as OpError
from tf1compat._jaxcore.base.errors import OutOfRangeError as OutOfRangeError
from tf1compat._jaxcore.base.errors import PermissionDeniedError as PermissionDeniedError
from tf1compat._jaxcore.base.errors import ResourceExhaustedError as ResourceExhaustedError
from tf1compat._jaxcore.base.errors import UnauthenticatedError as UnauthenticatedError
from tf1compat._jaxcore.base.errors import UnavailableError as UnavailableError
from tf1compat._jaxcore.base.errors import UnimplementedError as UnimplementedError
from tf1compat._jaxcore.base.errors import UnknownError as UnknownError
from tf1compat._jaxcore.base.errors import error_code_from_exception_type as error_code_from_exception_type
from tf1compat._jaxcore.base.errors import exception_type_from_error_code as exception_type_from_error_code
from tf1compat._jaxcore.base.errors import raise_exception_on_not_ok_status as raise_exception_on_not_ok_status

__getattr__, __dir__ = _on_demand(__name__)
