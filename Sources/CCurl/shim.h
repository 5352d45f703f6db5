#include <curl/curl.h>

// Swift calls no function with a variable number of arguments; these have a fixed one each.

static inline CURLcode navbus_curl_set_text(CURL *handle, CURLoption option, const char *text) {
    return curl_easy_setopt(handle, option, text);
}

static inline CURLcode navbus_curl_set_number(CURL *handle, CURLoption option, long number) {
    return curl_easy_setopt(handle, option, number);
}

static inline CURLcode navbus_curl_set_pointer(CURL *handle, CURLoption option, void *pointer) {
    return curl_easy_setopt(handle, option, pointer);
}

static inline CURLcode navbus_curl_set_writer(CURL *handle, curl_write_callback writer, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, writer);
    return code != CURLE_OK ? code : curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
}

// A name server that does not answer must not keep who has given up.
static inline void navbus_curl_quit_quickly(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
    curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)handle;
#endif
}

static inline long navbus_curl_status(CURL *handle) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

static inline const char *navbus_curl_redirection(CURL *handle) {
    char *url = NULL;
    curl_easy_getinfo(handle, CURLINFO_REDIRECT_URL, &url);
    return url;
}

// How the only transfer of a multi handle ended; -1 if it has not.
static inline int navbus_curl_outcome(CURLM *multi) {
    int left = 0;
    CURLMsg *message = curl_multi_info_read(multi, &left);
    return message != NULL && message->msg == CURLMSG_DONE ? (int)message->data.result : -1;
}
